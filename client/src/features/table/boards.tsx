// Boards and trays: one board large, the others a tap away.
import type { ComponentChildren, JSX } from "preact"
import type { Stage, TableView } from "../../api/protocol"
import { BoardView, type Highlights } from "../../board/board"
import { Overlay } from "../../board/overlay"
import { Swatch } from "../../board/swatch"
import { TrayView } from "../../board/tray"
import { t } from "../../i18n/texts"
import type { Chooser } from "./chooser"
import { isStacked } from "./dock"
import { Facts } from "../story/facts"
import { nameOf, withNames } from "./names"

interface Props {
  model: Chooser
  view: TableView
  stage: Stage
  /** The seat whose sheet is shown instead of the viewer's. */
  sheet: number | null
  onShow: (seat: number | null) => void
  /** The buttons of the dock. */
  children?: ComponentChildren
}

export function highlightsOf(model: Chooser): Highlights {
  const busy = model.busy.value
  const cue = model.cue.value
  return {
    next: busy ? new Set() : model.candidates.value.next,
    alternatives: busy ? new Set() : model.alternatives.value,
    picked: model.picked.value,
    highlighted: new Set([...model.preview.value.ids, ...(model.outlook.value?.effect?.ids ?? []), ...(model.refusal.value?.ids ?? [])]),
    danger: new Set(model.outlook.value?.effect?.danger),
    recent: model.recent.value,
    since: model.since.value,
    told: cue && { kind: cue.beat.kind, ids: new Set(cue.ids) },
  }
}

/** Returns the seat whose board is shown large. */
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

/** Returns how many things the dock shows. */
export function heldCount(view: TableView, stage: Stage, sheet: number | null): number {
  const seat = shownSeat(view, stage, sheet)
  return (stage.trays ?? [])
    .filter((tray) => !tray.beside && ((tray.seat ?? -1) < 0 || tray.seat === seat))
    .reduce((sum, tray) => sum + (view.scene.trays?.[tray.id]?.length ?? 0), 0)
}

export function Boards({ model, view, stage, sheet, onShow, children }: Props): JSX.Element {
  const { scene } = view
  const boards = stage.boards ?? []
  const seat = shownSeat(view, stage, sheet)
  const main = boards.length > 1 ? boards.find((board) => board.seat === seat) : boards[0]
  const owner = boards.length > 1 ? stage.players[seat] : undefined
  const highlights = highlightsOf(model)
  const onPick = (id: string): void => model.pick(id)
  const onPoint = (id: string | null): void => {
    model.pointedAt.value = id
  }
  const traysAt = (beside: boolean): JSX.Element[] =>
    (stage.trays ?? [])
      .filter((one) => (one.seat ?? -1) < 0 || one.seat === seat)
      .filter((one) => (one.beside ?? false) === beside && scene.trays?.[one.id]?.length)
      .map((one) => (
        <TrayView
          key={one.id}
          stage={stage}
          tray={one}
          items={scene.trays?.[one.id] ?? []}
          highlights={highlights}
          onPick={onPick}
          onPoint={onPoint}
        />
      ))
  const beside = traysAt(true)
  const held = traysAt(false)
  return (
    <>
      <div class={boards.length > 1 ? "area sheets" : "area"}>
        <div class="middle">
          {owner && (
            <p class="owner">
              <Swatch player={owner} stage={stage} /> {t().sheetOf(nameOf(view, stage, seat))}
            </p>
          )}
          {main && (
            <BoardView
              key={main.id}
              stage={stage}
              board={main}
              state={scene.boards?.[main.id] ?? {}}
              highlights={highlights}
              onPick={onPick}
              onPoint={onPoint}
              viewer={view.seat}
              label={boards.length > 1 ? t().sheetOf(nameOf(view, stage, seat)) : t().board}
            />
          )}
          {!main && scene.picture && (
            <pre class="picture" tabIndex={0}>
              {scene.picture}
            </pre>
          )}
          <Facts model={model} stage={stage} scene={scene} />
          <Overlay cue={model.cue} text={(text) => withNames(view, stage, text)} />
          {boards.length > 1 && sheet !== null && sheet !== view.seat && view.seat >= 0 && (
            <button type="button" class="return" onClick={() => onShow(null)}>
              ← {t().sheetOf(nameOf(view, stage, view.seat))}
            </button>
          )}
        </div>
        {beside.length > 0 && <div class="trays beside">{beside}</div>}
      </div>
      <div class={isStacked(heldCount(view, stage, sheet)) ? "dock stacked" : "dock"}>
        <div class="trays held">{held}</div>
        {children}
      </div>
    </>
  )
}
