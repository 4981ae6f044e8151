// A game again, from a table that is over or from a file; with an analysis, and a way to play on from any step.
import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import { useLoad } from "../../ui/loading"
import type { Replay } from "../../api/protocol"
import { Player } from "./player"
import { watch, watched, type Watched } from "../../ui/settings"
import { t } from "../../i18n/texts"
import { allGames, enter, me, namesAt, recordOf, replayOf } from "../../api/http"

/** How many of one's own games are listed. */
const most = 20

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
      {!table && !opened && <h1>{t().replays}</h1>}
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
      {!table && !opened && <Choices read={read} />}
    </div>
  )
}

/** Games that can be opened: one's own that are over, and those that were watched here, which open without a network, too. */
function Choices({ read }: { read: (file: File | undefined) => void }): JSX.Element {
  const games = useLoad(allGames, [])
  const mine = useLoad(async () => (navigator.onLine ? (await enter(), (await me()).tables) : []), [])
  const title = (name: string): string => games.value?.find((game) => game.name === name)?.title ?? name
  const own = (mine.value ?? []).filter((line) => line.status === "over").slice(0, most)
  return (
    <div class="lists">
      <section class="list">
        <h2>{t().upload}</h2>
        <input
          type="file"
          aria-label={t().upload}
          accept=".json,application/json"
          onChange={(event) => read(event.currentTarget.files?.[0])}
        />
      </section>
      {own.length > 0 && (
        <List head={t().finished} lines={own.map((line) => ({ table: line.table, title: title(line.game), names: line.seats }))} />
      )}
      {watched.value.length > 0 && <List head={t().watched} lines={watched.value} />}
    </div>
  )
}

function List({ head, lines }: { head: string; lines: readonly Watched[] }): JSX.Element {
  return (
    <section class="list">
      <h2>{head}</h2>
      <ul>
        {lines.map((one) => (
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
