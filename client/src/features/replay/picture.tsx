// What a step of a replay looks like: boards, trays, scores and the list of moves.
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { Swatch } from "../../board/piece"
import { BoardView, unmarked } from "../../board/board"
import { TrayView } from "../../board/tray"
import type { Frame, Replay } from "../../api/protocol"
import { t } from "../../i18n/texts"

interface Shown {
  replay: Replay
  frame: Frame
  sheet: number
}

/** The boards and trays of a step; `better` are the cells of what a search would have done. */
export function Picture({ replay, frame, sheet, better }: Shown & { better: readonly string[] }): JSX.Element {
  const { stage } = replay
  const boards = stage.boards ?? []
  const board = boards.length > 1 ? boards.find((one) => one.seat === sheet) : boards[0]
  const trays = (stage.trays ?? []).filter((tray) => (tray.seat ?? -1) < 0 || boards.length < 2 || tray.seat === sheet)
  const marks = { ...unmarked, recent: new Set(frame.cells), lit: new Set(better) }
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

/** How everybody stands. */
export function Standing({
  replay,
  frame,
  sheet,
  names,
  show,
}: Shown & { names: readonly string[]; show: (seat: number) => void }): JSX.Element {
  const several = (replay.stage.boards ?? []).length > 1
  return (
    <ul class="seats">
      {replay.stage.players.map((player, seat) => (
        <li key={seat} class={frame.seat === seat ? "seat acting" : "seat"}>
          <div class="line">
            <Swatch player={player} />
            <div class="who">
              <strong>{names[seat] || player.name}</strong>
              {names[seat] && names[seat] !== player.name && <span class="quiet">{player.name}</span>}
            </div>
            {several && (
              <button
                type="button"
                class="plain"
                aria-label={t().sheetOf(names[seat] || player.name)}
                aria-pressed={sheet === seat}
                onClick={() => show(seat)}
              >
                {t().sheet}
              </button>
            )}
            <span class="points">{frame.scene.seats[seat]?.score}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}

interface Listed {
  replay: Replay
  at: number
  mistakes: readonly number[]
  step: (to: number) => void
}

/** All actions in words, mistakes marked. */
export function Moves({ replay, at, mistakes, step }: Listed): JSX.Element {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // The list alone: the page stays where it is, with the board in sight.
    const box = list.current
    const line = box?.querySelector("[aria-current]")?.parentElement
    if (box && line) box.scrollTop = line.offsetTop - box.offsetTop - (box.clientHeight - line.offsetHeight) / 2
  }, [at])
  return (
    <section class="log">
      <h2>{t().log}</h2>
      <ol class="moves" ref={list}>
        {replay.frames.map(
          (frame, n) =>
            n > 0 && (
              <li key={n}>
                <button type="button" class="plain" aria-current={n === at ? "step" : undefined} onClick={() => step(n)}>
                  {n}. {frame.words}
                  {mistakes.includes(n) && <span class="flag">{t().mistake}</span>}
                </button>
              </li>
            ),
        )}
      </ol>
    </section>
  )
}
