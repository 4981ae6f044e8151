// The first page: the games as boards, and the tables there are.
import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import { BoardView } from "../../board/board"
import { useLoad } from "../../ui/loading"
import type { GameInfo, LobbyEntry } from "../../api/protocol"
import { go } from "../../router"
import { myName } from "../../ui/settings"
import { t } from "../../i18n/texts"
import { allGames, enter, lobby, me, middle, open, sample } from "../../api/http"

const refresh = 10000

async function playNow(game: GameInfo): Promise<void> {
  const bots = Array.from({ length: game.usual_players - 1 }, () => ({ kind: "bot" as const, level: middle(game) }))
  const made = await open({ game: game.name, players: game.usual_players, seats: [{ kind: "me", name: myName.value }, ...bots] })
  go(`/t/${made.table}`)
}

export function HomePage(): JSX.Element {
  const games = useLoad(allGames, [])
  return (
    <div class="home">
      <section class="hero">
        <h1>{t().tagline}</h1>
        <p>{t().intro}</p>
      </section>
      {games.error && (
        <p class="trouble" role="alert">
          {games.error}{" "}
          <button type="button" onClick={games.reload}>
            {t().again}
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
      <p class="quiet">
        <a href="/replay">{t().uploadLong}</a>
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
  const drawn = useLoad(() => sample(game.name), [])
  const [trouble, setTrouble] = useState("")
  const [busy, setBusy] = useState(false)
  const play = (): void => {
    setBusy(true)
    playNow(game).catch((error: unknown) => {
      setBusy(false)
      setTrouble(error instanceof Error ? error.message : t().wrong)
    })
  }
  const board = drawn.value?.stage.boards?.[0]
  return (
    <li class="game">
      <div class="picture" aria-hidden="true">
        {drawn.value && board && <BoardView stage={drawn.value.stage} board={board} field={drawn.value.scene.boards?.[board.id] ?? {}} />}
      </div>
      <h2>{game.title}</h2>
      <p class="summary">{game.summary}</p>
      <p class="quiet">{t().playersRange(game.players)}</p>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <div class="row">
        <button type="button" class="main" disabled={busy} aria-label={t().playNowAgainst(game.title, middle(game))} onClick={play}>
          {t().playNow}
        </button>
        <a class="button" href={`/new/${game.name}`} aria-label={`${game.title}: ${t().withOptions}`}>
          {t().withOptions}
        </a>
        {game.lessons > 0 && (
          <a class="quiet-link" href={`/learn/${game.name}`} aria-label={t().learn(game.title)}>
            {t().learnShort}
          </a>
        )}
        <a class="quiet-link" href={`/rules/${game.name}`} aria-label={`${game.title}: ${t().rules}`}>
          {t().rules}
        </a>
      </div>
    </li>
  )
}

function Tables({ games }: { games: readonly GameInfo[] }): JSX.Element {
  const mine = useLoad(async () => {
    await enter()
    return me()
  }, [])
  const all = useLoad(lobby, [])
  useEffect(() => {
    const timer = setInterval(() => document.hidden || all.reload(), refresh)
    return () => clearInterval(timer)
  })
  const own = (mine.value?.tables ?? []).filter((line) => line.status !== "over")
  const tables = all.value?.tables ?? []
  const free = tables.filter((line) => line.status === "open")
  const running = tables.filter((line) => line.status === "running")
  const title = (name: string): string => games.find((game) => game.name === name)?.title ?? name
  return (
    <div class="lists">
      {own.length > 0 && <List head={t().myGames} lines={own} title={title} verb={t().goOn} />}
      <List head={t().openTables} lines={free} title={title} verb={t().join} none={t().noTables} />
      {running.length > 0 && <List head={t().running} lines={running} title={title} verb={t().watch} />}
    </div>
  )
}

function List({
  head,
  lines,
  title,
  verb,
  none,
}: {
  head: string
  lines: readonly LobbyEntry[]
  title: (name: string) => string
  verb: string
  none?: string
}): JSX.Element {
  return (
    <section class="list">
      <h2>{head}</h2>
      {lines.length === 0 && <p class="quiet">{none}</p>}
      <ul>
        {lines.map((line) => (
          <li key={line.table}>
            <a href={`/t/${line.table}`}>
              <strong>{title(line.game)}</strong>
              {line.name && <span>{line.name}</span>}
              <span class="quiet">{line.seats.map((name) => name || t().nobody).join(", ")}</span>
              <span class="quiet">{line.status === "open" && line.free > 0 ? t().freeSeats(line.free) : t().status[line.status]}</span>
              <span class="verb">{verb}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
