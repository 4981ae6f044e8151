// The home page: the games, and the tables to join or watch.
import type { JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { ensureVisitor, fetchGames, fetchLobby, fetchMe, fetchPreview } from "../../api/http"
import type { GameInfo, LobbyEntry } from "../../api/protocol"
import { BoardView } from "../../board/board"
import { themeClasses, themeColours } from "../../board/theme"
import { t } from "../../i18n/texts"
import { Icon } from "../../ui/icons"
import { useLoad } from "../../ui/loading"
import { chosenLevels } from "../../ui/settings"
import { startAgainstBots } from "../create/start"

const refreshInterval = 10000
/** How many of one's own tables the strip at the top shows. */
const maxContinued = 3

export function HomePage(): JSX.Element {
  const games = useLoad(fetchGames, [])
  return (
    <div class="home">
      <section class="hero">
        <div>
          <h1>{t().tagline}</h1>
          <p>{t().intro}</p>
        </div>
        <Join />
      </section>
      {games.error && (
        <p class="error" role="alert">
          {games.error}{" "}
          <button type="button" onClick={games.reload}>
            {t().retry}
          </button>
        </p>
      )}
      <Continue games={games.value ?? []} />
      <Cards games={(games.value ?? []).filter((game) => !game.extra)} />
      <Tables games={games.value ?? []} />
      {games.value?.some((game) => game.extra) && (
        <section class="more">
          <h2>{t().moreGames}</h2>
          <Cards games={games.value.filter((game) => game.extra)} />
        </section>
      )}
      <p class="replays">
        <a href="/replay">{t().replaysLink}</a>
      </p>
    </div>
  )
}

/** Opens the table of a link or of its code. */
function Join(): JSX.Element {
  const [text, setText] = useState("")
  const join = (event: Event): void => {
    event.preventDefault()
    const found = /\/t\/([\w-]+)(#\S*)?/.exec(text) ?? /^\s*([\w-]+)\s*$/.exec(text)
    if (found) location.assign(`/t/${found[1]}${found[2] ?? ""}`)
  }
  return (
    <form class="join" onSubmit={join}>
      <label for="join-link">{t().invited}</label>
      <input
        id="join-link"
        type="text"
        autocomplete="off"
        placeholder={t().joinPlaceholder}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit">{t().join}</button>
    </form>
  )
}

/** One's own running games; nothing if there are none. */
function Continue({ games }: { games: readonly GameInfo[] }): JSX.Element | null {
  const mine = useLoad(async () => {
    await ensureVisitor()
    return fetchMe()
  }, [])
  const own = (mine.value?.tables ?? []).filter((line) => line.status !== "over").slice(0, maxContinued)
  if (own.length === 0) return null
  return (
    <section class="continue" aria-label={t().myGames}>
      <h2>{t().myGames}</h2>
      <ul>
        {own.map((line) => (
          <li key={line.table}>
            <a href={`/t/${line.table}`}>
              <span class="what">
                <strong>{games.find((game) => game.name === line.game)?.title ?? line.game}</strong>
                <span>{line.seats.map((name) => name || t().emptySeat).join(", ")}</span>
              </span>
              <span class="action">{t().resume}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
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
  const chosen = chosenLevels.value[game.name] ?? ""
  const level = game.levels.includes(chosen) ? chosen : (game.levels[0] ?? "")
  const play = (): void => {
    setBusy(true)
    startAgainstBots(game, level).catch((error: unknown) => {
      setBusy(false)
      setError(error instanceof Error ? error.message : t().unknownError)
    })
  }
  const stage = preview.value?.stage
  const board = stage?.boards?.[0]
  return (
    <li class="game">
      <div class={`picture ${themeClasses(stage?.theme)}`} style={themeColours(stage?.theme)} aria-hidden="true">
        {preview.value && stage && board && (
          <BoardView closeUp stage={stage} board={board} state={preview.value.scene.boards?.[board.id] ?? {}} />
        )}
      </div>
      <div class="text">
        <h2>{game.title}</h2>
        <p class="tag">
          {t().playersRange(game.players)}
          {game.minutes > 0 && ` · ${t().minutes(game.minutes)}`}
        </p>
        <p class="summary">{game.summary}</p>
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        <div class="split">
          <button type="button" class="main" disabled={busy} aria-label={t().playNowAgainst(game.title, level)} onClick={play}>
            {t().playGame}
          </button>
          <LevelMenu game={game} level={level} />
        </div>
        <p class="links">
          <a href={`/new/${game.name}`} aria-label={`${game.title}: ${t().withFriends}`}>
            <Icon name="friends" /> {t().withFriends}
          </a>
          {game.lessons > 0 && (
            <a href={`/learn/${game.name}`} aria-label={t().learn(game.title)}>
              <Icon name="learn" /> {t().learnShort}
            </a>
          )}
          <a href={`/rules/${game.name}`} aria-label={`${game.title}: ${t().rules}`} title={t().rules}>
            <Icon name="rules" />
          </a>
        </p>
      </div>
    </li>
  )
}

function levelWord(level: string): string {
  const word = t().levels[level] ?? level
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** The level of the bots: its name and how many of five hexagons it fills; opens a list of all. */
function LevelMenu({ game, level }: { game: GameInfo; level: string }): JSX.Element {
  const box = useRef<HTMLDetailsElement>(null)
  const close = (): void => {
    if (box.current) box.current.open = false
  }
  useEffect(() => {
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close()
    }
    addEventListener("pointerdown", outside)
    return () => removeEventListener("pointerdown", outside)
  }, [])
  const choose = (one: string): void => {
    chosenLevels.value = { ...chosenLevels.value, [game.name]: one }
    close()
  }
  return (
    <details class="levels" ref={box} onKeyDown={(event) => event.key === "Escape" && close()}>
      <summary class="button main" aria-label={t().levelOf(game.title, levelWord(level))}>
        <span>{levelWord(level)}</span>
        <Strength level={game.levels.indexOf(level)} all={game.levels.length} />
      </summary>
      <div class="list" role="group" aria-label={t().levelTitle}>
        {game.levels.map((one, n) => (
          <button key={one} type="button" aria-pressed={one === level} onClick={() => choose(one)}>
            <span>{levelWord(one)}</span>
            <Strength level={n} all={game.levels.length} />
          </button>
        ))}
      </div>
    </details>
  )
}

function Strength({ level, all }: { level: number; all: number }): JSX.Element {
  return (
    <span class="strength" aria-hidden="true">
      {Array.from({ length: all }, (_, n) => (
        <i key={n} class={n <= level ? "on" : ""} />
      ))}
    </span>
  )
}

function Tables({ games }: { games: readonly GameInfo[] }): JSX.Element {
  const all = useLoad(fetchLobby, [])
  useEffect(() => {
    const timer = setInterval(() => document.hidden || all.reload(), refreshInterval)
    return () => clearInterval(timer)
  })
  const tables = all.value?.tables ?? []
  const free = tables.filter((line) => line.status === "open")
  const running = tables.filter((line) => line.status === "running")
  const title = (name: string): string => games.find((game) => game.name === name)?.title ?? name
  return (
    <div class="lists">
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
