// A game again: step by step, or by itself; from a table that is over, or from a file.
import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Swatch } from "../board/art"
import { BoardView, unmarked } from "../board/board"
import { TrayView } from "../board/tray"
import type { Frame, Replay } from "../protocol"
import { t } from "../texts"
import { enter, get, post } from "../wire/http"

const pace = 1100

async function ofTable(table: string): Promise<Replay> {
  await enter()
  return ofText(JSON.stringify(await get<unknown>(`/api/tables/${table}/record`)))
}

async function ofText(record: string): Promise<Replay> {
  await enter()
  return post<Replay>("/api/replays", { record })
}

export function ReplayPage({ table }: { table: string }): JSX.Element {
  const [replay, set] = useState<Replay | null>(null)
  const [trouble, setTrouble] = useState("")
  const show = (found: Promise<Replay>): void => {
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
      {table && !replay && !trouble && (
        <p class="notice" role="status">
          {t().loading}
        </p>
      )}
      {replay && <Player key={replay.title + replay.frames.length} replay={replay} />}
    </div>
  )
}

function Player({ replay }: { replay: Replay }): JSX.Element {
  const last = replay.frames.length - 1
  const [at, go] = useState(0)
  const [running, run] = useState(false)
  const [sheet, show] = useState(0)
  useEffect(() => {
    if (!running) return
    if (at >= last) {
      run(false)
      return
    }
    const timer = setTimeout(() => go(at + 1), pace)
    return () => clearTimeout(timer)
  }, [running, at])
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || (event.target instanceof Element && event.target.closest("input, textarea, select, dialog"))) return
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
      if (to === undefined) return
      event.preventDefault()
      go(Math.max(0, Math.min(last, to)))
    }
    addEventListener("keydown", key)
    return () => removeEventListener("keydown", key)
  }, [at])
  const frame = replay.frames[at]
  if (!frame) return <p class="notice">{t().nothingYet}</p>
  const step = (to: number): void => {
    run(false)
    go(Math.max(0, Math.min(last, to)))
  }
  return (
    <section class="table">
      <div class="play">
        <div class="prompt">
          <h1 class="words">{replay.title}</h1>
          <p aria-live="polite">{frame.words || t().first}</p>
        </div>
        <Picture replay={replay} frame={frame} sheet={sheet} />
      </div>
      <aside class="beside">
        <div class="controls" role="group" aria-label={t().replay}>
          <button type="button" aria-label={t().first} disabled={at === 0} onClick={() => step(0)}>
            <Icon name="first" />
          </button>
          <button type="button" aria-label={t().previous} disabled={at === 0} onClick={() => step(at - 1)}>
            <Icon name="previous" />
          </button>
          <button type="button" class="main" onClick={() => run(!running)}>
            {running ? t().pause : t().play}
          </button>
          <button type="button" aria-label={t().next} disabled={at === last} onClick={() => step(at + 1)}>
            <Icon name="next" />
          </button>
          <button type="button" aria-label={t().last} disabled={at === last} onClick={() => step(last)}>
            <Icon name="last" />
          </button>
          <label class="scrub">
            <span>{t().step(at, last)}</span>
            <input type="range" min={0} max={last} value={at} onInput={(event) => step(event.currentTarget.valueAsNumber)} />
          </label>
        </div>
        <Standing replay={replay} frame={frame} sheet={sheet} show={show} />
        <Lines replay={replay} at={at} step={step} />
      </aside>
    </section>
  )
}

const icons = { first: "M7-8L-3 0L7 8ZM-7-8V8", previous: "M5-8L-5 0L5 8Z", next: "M-5-8L5 0L-5 8Z", last: "M-7-8L3 0L-7 8ZM7-8V8" }

function Icon({ name }: { name: keyof typeof icons }): JSX.Element {
  return (
    <svg viewBox="-12 -12 24 24" width="20" height="20" aria-hidden="true">
      <path d={icons[name]} fill="currentColor" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
    </svg>
  )
}

function Picture({ replay, frame, sheet }: { replay: Replay; frame: Frame; sheet: number }): JSX.Element {
  const { stage } = replay
  const boards = stage.boards ?? []
  const board = boards.length > 1 ? boards.find((one) => one.seat === sheet) : boards[0]
  const trays = (stage.trays ?? []).filter((tray) => (tray.seat ?? -1) < 0 || boards.length < 2 || tray.seat === sheet)
  const marks = { ...unmarked, recent: new Set(frame.cells) }
  return (
    <div class="area">
      <div class="trays shared">
        {trays.map((tray) => (
          <TrayView
            key={tray.id}
            stage={stage}
            tray={tray}
            items={frame.scene.trays?.[tray.id] ?? []}
            marks={unmarked}
            pick={() => undefined}
            point={() => undefined}
          />
        ))}
      </div>
      <div class="middle">
        {board && (
          <BoardView
            key={board.id}
            stage={stage}
            board={board}
            field={frame.scene.boards?.[board.id] ?? {}}
            marks={marks}
            pick={() => undefined}
          />
        )}
        {!board && (
          <pre class="picture" tabIndex={0}>
            {frame.scene.picture}
          </pre>
        )}
      </div>
    </div>
  )
}

function Standing({
  replay,
  frame,
  sheet,
  show,
}: {
  replay: Replay
  frame: Frame
  sheet: number
  show: (seat: number) => void
}): JSX.Element {
  const several = (replay.stage.boards ?? []).length > 1
  return (
    <ul class="seats">
      {replay.stage.players.map((player, seat) => (
        <li key={seat} class={frame.seat === seat ? "seat acting" : "seat"}>
          <div class="line">
            <Swatch player={player} />
            <div class="who">
              <strong>{player.name}</strong>
            </div>
            {several && (
              <button type="button" class="plain" aria-pressed={sheet === seat} onClick={() => show(seat)}>
                {t().sheetOf(player.name)}
              </button>
            )}
            <span class="points">{frame.scene.seats[seat]?.score}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Lines({ replay, at, step }: { replay: Replay; at: number; step: (to: number) => void }): JSX.Element {
  useEffect(() => {
    document.querySelector(".moves [aria-current]")?.scrollIntoView({ block: "nearest" })
  }, [at])
  return (
    <section class="log">
      <h2>{t().log}</h2>
      <ol class="moves">
        {replay.frames.map(
          (frame, n) =>
            n > 0 && (
              <li key={n}>
                <button type="button" class="plain" aria-current={n === at ? "step" : undefined} onClick={() => step(n)}>
                  {n}. {frame.words}
                </button>
              </li>
            ),
        )}
      </ol>
    </section>
  )
}
