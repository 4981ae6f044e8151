// The replay page: a finished game from a table or a file.
import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import { ensureVisitor, fetchGames, fetchMe, fetchNames, fetchRecord, fetchReplay } from "../../api/http"
import type { Replay } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { useLoad } from "../../ui/loading"
import { rememberWatched, watchedGames, type WatchedGame } from "../../ui/settings"
import { ReplayPlayer } from "./player"

/** How many of the visitor's games are listed. */
const maxOwnGames = 20

interface OpenedReplay {
  replay: Replay
  record: string
  /** The players' names, if known: a record has none. */
  names: string[]
}

async function openRecord(record: string): Promise<OpenedReplay> {
  return { replay: await fetchReplay(record), record, names: [] }
}

async function openTable(table: string): Promise<OpenedReplay> {
  const opened = await openRecord(await fetchRecord(table))
  const names = watchedGames.value.find((one) => one.table === table)?.names ?? (await fetchNames(table))
  rememberWatched({ table, title: opened.replay.title, names })
  return { ...opened, names }
}

export function ReplayPage({ table }: { table: string }): JSX.Element {
  const [opened, set] = useState<OpenedReplay | null>(null)
  const [error, setError] = useState("")
  const show = (found: Promise<OpenedReplay>): void => {
    setError("")
    found.then(set, (error: unknown) => setError(error instanceof Error ? error.message : t().unknownError))
  }
  useEffect(() => {
    document.title = `${t().replay} · ${t().name}`
    if (table) show(openTable(table))
  }, [table])
  const readFile = (file: File | undefined): void => {
    if (file) show(file.text().then(openRecord))
  }
  return (
    <div class="replay">
      {!table && !opened && <h1>{t().replays}</h1>}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {table && !opened && !error && (
        <p class="notice" role="status">
          {t().loading}
        </p>
      )}
      {opened && <ReplayPlayer key={opened.record} {...opened} analyseNow={location.hash === "#analysis"} />}
      {!table && !opened && <ReplayChooser onFile={readFile} />}
    </div>
  )
}

/** Lists the visitor's finished games and the games watched here, which also open offline. */
function ReplayChooser({ onFile }: { onFile: (file: File | undefined) => void }): JSX.Element {
  const games = useLoad(fetchGames, [])
  const mine = useLoad(async () => (navigator.onLine ? (await ensureVisitor(), (await fetchMe()).tables) : []), [])
  const title = (name: string): string => games.value?.find((game) => game.name === name)?.title ?? name
  const own = (mine.value ?? []).filter((line) => line.status === "over").slice(0, maxOwnGames)
  return (
    <div class="lists">
      <section class="list">
        <h2>{t().openRecord}</h2>
        <p class="muted">{t().replaysAbout}</p>
        <input
          type="file"
          aria-label={t().openRecord}
          accept=".json,application/json"
          onChange={(event) => onFile(event.currentTarget.files?.[0])}
        />
      </section>
      {own.length > 0 && (
        <GameList head={t().finished} games={own.map((line) => ({ table: line.table, title: title(line.game), names: line.seats }))} />
      )}
      {watchedGames.value.length > 0 && <GameList head={t().watched} games={watchedGames.value} />}
    </div>
  )
}

function GameList({ head, games }: { head: string; games: readonly WatchedGame[] }): JSX.Element {
  return (
    <section class="list">
      <h2>{head}</h2>
      <ul>
        {games.map(({ table, title, names }) => (
          <li key={table}>
            <a href={`/replay/${table}`}>
              <strong>{title}</strong>
              <span class="muted">{names.join(", ")}</span>
              <span class="action">{t().replay}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
