// A game again, from a table that is over or from a file; with an analysis, and a way to play on from any step.
import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { Replay } from "../protocol"
import { Player } from "../replay/player"
import { watch, watched } from "../settings"
import { t } from "../texts"
import { namesAt, recordOf, replayOf } from "../wire/http"

interface Opened {
  replay: Replay
  record: string
  /** Who played, where that is known: a record has no names. */
  names: string[]
}

async function ofText(record: string): Promise<Opened> {
  return { replay: await replayOf(record), record, names: [] }
}

async function ofTable(table: string): Promise<Opened> {
  const opened = await ofText(await recordOf(table))
  const names = watched.value.find((one) => one.table === table)?.names ?? (await namesAt(table))
  watch({ table, title: opened.replay.title, names })
  return { ...opened, names }
}

export function ReplayPage({ table }: { table: string }): JSX.Element {
  const [opened, set] = useState<Opened | null>(null)
  const [trouble, setTrouble] = useState("")
  const show = (found: Promise<Opened>): void => {
    setTrouble("")
    found.then(set, (error: unknown) => setTrouble(error instanceof Error ? error.message : t().wrong))
  }
  useEffect(() => {
    document.title = `${t().replay} · ${t().name}`
    if (table) show(ofTable(table))
  }, [table])
  const read = (file: File | undefined): void => {
    if (file) show(file.text().then(ofText))
  }
  return (
    <div class="replay">
      {!table && (
        <label class="field">
          <span>{t().upload}</span>
          <input type="file" accept=".json,application/json" onChange={(event) => read(event.currentTarget.files?.[0])} />
        </label>
      )}
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      {table && !opened && !trouble && (
        <p class="notice" role="status">
          {t().loading}
        </p>
      )}
      {opened && <Player key={opened.record} {...opened} analysed={location.hash === "#analysis"} />}
      {!table && !opened && watched.value.length > 0 && <Watched />}
    </div>
  )
}

/** The games that were watched here; they open without a network, too. */
function Watched(): JSX.Element {
  return (
    <section class="list">
      <h2>{t().watched}</h2>
      <ul>
        {watched.value.map((one) => (
          <li key={one.table}>
            <a href={`/replay/${one.table}`}>
              <strong>{one.title}</strong>
              <span class="quiet">{one.names.join(", ")}</span>
              <span class="verb">{t().replay}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
