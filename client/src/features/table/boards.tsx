// The boards and trays: one board large, the others a tap away.
import type { JSX, RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { BoardView, type Marks } from "../../board/board"
import { TrayView } from "../../board/tray"
import type { Stage, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import type { Chooser } from "./chooser"
import { called, nameOf } from "./names"

interface Props {
  model: Chooser
  view: TableView
  stage: Stage
  /** The seat whose sheet is shown, where not one's own. */
  sheet: number | null
  show: (seat: number | null) => void
}

export function marksOf(model: Chooser): Marks {
  const busy = model.busy.value
  return {
    next: busy ? new Set() : model.offer.value.next,
    instead: busy ? new Set() : model.instead.value,
    picked: model.picked.value,
    lit: model.preview.value.ids,
    recent: model.recent.value,
  }
}

/** The seat whose things are shown large. */
export function shownSeat(view: TableView, stage: Stage, sheet: number | null): number {
  const boards = stage.boards ?? []
  if (boards.length < 2) return Math.max(0, view.seat)
  return (
    sheet ??
    (view.seat >= 0
      ? view.seat
      : Math.max(
          0,
          view.seats.findIndex((seat) => seat.acting),
        ))
  )
}

/** Tells the style how high the board may be so that a phone shows it together with what one plays from. */
function useRoom(trays: number): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = area
    const play = current?.parentElement
    if (!current || !play) return
    const measure = (): void => {
      const board = current.querySelector<HTMLElement>(".middle > .board")
      const bar = document.querySelector<HTMLElement>(".buttons")?.offsetHeight ?? 0
      board?.style.setProperty("--room", `${innerHeight - play.offsetTop - bar - (play.offsetHeight - board.offsetHeight)}px`)
    }
    const watch = new ResizeObserver(measure)
    for (const one of [document.documentElement, play, ...play.querySelectorAll(".prompt, .buttons, .trays")]) watch.observe(one)
    return () => watch.disconnect()
  }, [trays])
  return area
}

export function Area({ model, view, stage, sheet, show }: Props): JSX.Element {
  const { scene } = view
  const boards = stage.boards ?? []
  const seat = shownSeat(view, stage, sheet)
  const main = boards.length > 1 ? boards.find((board) => board.seat === seat) : boards[0]
  const marks = marksOf(model)
  const pick = (id: string): void => model.pick(id)
  const point = (id: string | null): void => {
    model.pointed.value = id
  }
  const tray = (owner: number): JSX.Element[] =>
    (stage.trays ?? [])
      .filter((one) => (one.seat ?? -1) === owner && scene.trays?.[one.id])
      .map((one) => (
        <TrayView key={one.id} stage={stage} tray={one} items={scene.trays?.[one.id] ?? []} marks={marks} pick={pick} point={point} />
      ))
  const shared = tray(-1)
  const own = tray(seat)
  const area = useRoom(shared.length * 10 + own.length)
  const hint = model.preview.value.label
  const facts = Object.entries(scene.facts ?? {})
  return (
    <div ref={area} class={boards.length > 1 ? "area sheets" : "area"}>
      {facts.length > 0 && (
        <dl class="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{called(view, stage, value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {shared.length > 0 && <div class="trays shared">{shared}</div>}
      <div class="middle">
        {main && (
          <BoardView
            key={main.id}
            stage={stage}
            board={main}
            field={scene.boards?.[main.id] ?? {}}
            marks={marks}
            pick={pick}
            point={point}
            label={boards.length > 1 ? t().sheetOf(nameOf(view, stage, seat)) : t().board}
          />
        )}
        {!main && scene.picture && (
          <pre class="picture" tabIndex={0}>
            {scene.picture}
          </pre>
        )}
        {hint && <p class="hint">{hint}</p>}
        {boards.length > 1 && sheet !== null && sheet !== view.seat && view.seat >= 0 && (
          <button type="button" class="return" onClick={() => show(null)}>
            ← {t().sheetOf(nameOf(view, stage, view.seat))}
          </button>
        )}
      </div>
      {own.length > 0 && <div class="trays own">{own}</div>}
    </div>
  )
}
