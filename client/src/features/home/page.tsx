// The home page: the games, and the tables to join or watch.
import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import { createTable, ensureVisitor, fetchGames, fetchLobby, fetchMe, fetchPreview, middleLevel } from "../../api/http"
import type { GameInfo, LobbyEntry } from "../../api/protocol"
import { BoardView } from "../../board/board"
import { t } from "../../i18n/texts"
import { navigate } from "../../router"
import { useLoad } from "../../ui/loading"
import { playerName } from "../../ui/settings"

const refreshInterval = 10000

async function playNow(game: GameInfo): Promise<void> {
  const bots = Array.from({ length: game.usual_players - 1 }, () => ({ kind: "bot" as const, level: middleLevel(game) }))
  const made = await createTable({ game: game.name, players: game.usual_players, seats: [{ kind: "me", name: playerName.value }, ...bots] })
  navigate(`/t/${made.table}`)
}

export function HomePage(): JSX.Element {
  const games = useLoad(fetchGames, [])
  return (
    <div class="home">
      <section class="hero">
        <h1>{t().tagline}</h1>
        <p>{t().intro}</p>
      </section>
      {games.error && (
        <p class="error" role="alert">
          {games.error}{" "}
          <button type="button" onClick={games.reload}>
            {t().retry}
          </button>
        </p>
      )}
      <Cards games={(games.value ?? []).filter((game) => !game.extra)} />
      <Tables games={games.value ?? []} />
      {games.value?.some((game) => game.extra) && (
        <section class="more">
          <h2>{t().moreGames}</h2>
          <Cards games={games.value.filter((game) => game.extra)} />
        </section>
      )}
      <p class="muted">
        <a href="/replay">{t().replaysLink}</a>
      </p>
    </div>
  )
}

function Cards({ games }: { games: readonly GameInfo[] }): JSX.Element {
  return (
    <ul class="games">
      {games.map((game) => (
        <GameCard key={game.name} game={game} />
      ))}
    </ul>
  )
}

function GameCard({ game }: { game: GameInfo }): JSX.Element {
  const preview = useLoad(() => fetchPreview(game.name), [])
  const [error, setError] = useState("")
  const [busy, setBusy] = useState(false)
  const play = (): void => {
    setBusy(true)
    playNow(game).catch((error: unknown) => {
      setBusy(false)
      setError(error instanceof Error ? error.message : t().unknownError)
    })
  }
  const board = preview.value?.stage.boards?.[0]
  return (
    <li class="game">
      <div class="picture" aria-hidden="true">
        {preview.value && board && (
          <BoardView stage={preview.value.stage} board={board} state={preview.value.scene.boards?.[board.id] ?? {}} />
        )}
      </div>
      <h2>{game.title}</h2>
      <p class="summary">{game.summary}</p>
      <p class="muted">{t().playersRange(game.players)}</p>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <div class="row">
        <button type="button" class="main" disabled={busy} aria-label={t().playNowAgainst(game.title, middleLevel(game))} onClick={play}>
          {t().playNow}
        </button>
        <a class="button" href={`/new/${game.name}`} aria-label={`${game.title}: ${t().withOptions}`}>
          {t().withOptions}
        </a>
        {game.lessons > 0 && (
          <a class="muted-link" href={`/learn/${game.name}`} aria-label={t().learn(game.title)}>
            {t().learnShort}
          </a>
        )}
        <a class="muted-link" href={`/rules/${game.name}`} aria-label={`${game.title}: ${t().rules}`}>
          {t().rules}
        </a>
      </div>
    </li>
  )
}

function Tables({ games }: { games: readonly GameInfo[] }): JSX.Element {
  const mine = useLoad(async () => {
    await ensureVisitor()
    return fetchMe()
  }, [])
  const all = useLoad(fetchLobby, [])
  useEffect(() => {
    const timer = setInterval(() => document.hidden || all.reload(), refreshInterval)
    return () => clearInterval(timer)
  })
  const own = (mine.value?.tables ?? []).filter((line) => line.status !== "over")
  const tables = all.value?.tables ?? []
  const free = tables.filter((line) => line.status === "open")
  const running = tables.filter((line) => line.status === "running")
  const title = (name: string): string => games.find((game) => game.name === name)?.title ?? name
  return (
    <div class="lists">
      {own.length > 0 && <TableList head={t().myGames} lines={own} title={title} action={t().resume} />}
      <TableList head={t().openTables} lines={free} title={title} action={t().join} none={t().noTables} />
      {running.length > 0 && <TableList head={t().running} lines={running} title={title} action={t().watch} />}
    </div>
  )
}

function TableList({
  head,
  lines,
  title,
  action,
  none,
}: {
  head: string
  lines: readonly LobbyEntry[]
  title: (name: string) => string
  action: string
  none?: string
}): JSX.Element {
  return (
    <section class="list">
      <h2>{head}</h2>
      {lines.length === 0 && <p class="muted">{none}</p>}
      <ul>
        {lines.map((line) => (
          <li key={line.table}>
            <a href={`/t/${line.table}`}>
              <strong>{title(line.game)}</strong>
              {line.name && <span>{line.name}</span>}
              <span class="muted">{line.seats.map((name) => name || t().emptySeat).join(", ")}</span>
              <span class="muted">{line.status === "open" && line.free > 0 ? t().freeSeats(line.free) : t().status[line.status]}</span>
              <span class="action">{action}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
