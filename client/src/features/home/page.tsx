// The home page: the games, and the tables to join or watch.
import type { JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { fetchGames, fetchLobby } from "../../api/http"
import type { GameInfo, LobbyEntry } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { useLoad } from "../../ui/loading"
import { reducedMotion } from "../../ui/media"
import { movingPictures } from "../../ui/settings"
import { isolated } from "../table/names"
import { GameCard } from "./card"
import { Continue } from "./continue"
import { Slowed } from "./slowed"

const refreshInterval = 10000
/** Milliseconds until the first picture plays. */
const firstTurn = 1500

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
      <Slowed games={games.value ?? []} reload={games.reload} />
      <Continue games={games.value ?? []} />
      <Cards games={(games.value ?? []).filter((game) => !game.extra)} inTurn />
      <Tables games={games.value ?? []} />
      {games.value?.some((game) => game.extra) && (
        <section class="more">
          <h2>{t().moreGames}</h2>
          <Cards games={games.value.filter((game) => game.extra)} />
        </section>
      )}
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

/** The lids of games. The picture of a lid plays while somebody points at it; without that they may play in turn. */
function Cards({ games, inTurn = false }: { games: readonly GameInfo[]; inTurn?: boolean }): JSX.Element {
  const list = useRef<HTMLUListElement>(null)
  const [pointed, point] = useState("")
  const [turn, setTurn] = useState(-1)
  const still = reducedMotion.value || !movingPictures.value
  const names = games.map((game) => game.name)
  /** The next game whose picture is on the screen; -1 for none. */
  const next = (after: number): number => {
    for (let n = 1; n <= names.length; n++) {
      const at = (after + n) % names.length
      const box = list.current?.children[at]?.getBoundingClientRect()
      if (box && box.top < innerHeight * 0.7 && box.bottom > innerHeight * 0.2) return at
    }
    return -1
  }
  useEffect(() => {
    if (still || !inTurn || names.length === 0) return
    // Not before the page is ready; after that whatever is on the screen, should nothing play.
    const timer = setInterval(() => !document.hidden && setTurn((now) => (now < 0 ? next(-1) : now)), firstTurn)
    return () => clearInterval(timer)
  }, [still, names.join()])
  const playing = still ? "" : pointed || (names[turn] ?? "")
  return (
    <ul class="games" ref={list}>
      {games.map((game, n) => (
        <GameCard
          key={game.name}
          game={game}
          playing={playing === game.name}
          onPoint={(on) => point(on ? game.name : "")}
          onEnd={() => pointed === "" && n === turn && setTurn(next(n))}
        />
      ))}
    </ul>
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
    <div class="lists" id="tables">
      <TableList head={t().openTables} lines={free} title={title} action={t().join} none={t().noTables} />
      <TableList head={t().running} lines={running} title={title} action={t().watch} none={t().nothingToWatch} />
      <section class="list">
        <h2>{t().replays}</h2>
        <p class="muted">{t().replaysAbout}</p>
        <p>
          <a class="button" href="/replay">
            {t().openReplays}
          </a>
        </p>
      </section>
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
  none: string
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
              <span class="muted">{line.seats.map((name) => isolated(name) || t().emptySeat).join(", ")}</span>
              <span class="muted">{line.status === "open" && line.free > 0 ? t().freeSeats(line.free) : t().status[line.status]}</span>
              <span class="action">{action}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
