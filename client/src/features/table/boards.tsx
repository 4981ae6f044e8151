// Boards and trays: one board large, the others a tap away.
import type { ComponentChildren, JSX } from "preact"
import type { SeatStyle, Stage, TableView } from "../../api/protocol"
import { BoardView, type Highlights } from "../../board/board"
import { Overlay } from "../../motion/overlay"
import { Swatch } from "../../pieces/swatch"
import { TrayView } from "../../board/tray"
import { t } from "../../i18n/texts"
import { narrow } from "../../ui/media"
import type { Chooser } from "./chooser"
import { isStacked } from "./dock"
import { Facts } from "../story/facts"
import { Tally } from "../story/tally"
import { nameOf, withNames } from "./names"

interface Props {
  model: Chooser
  view: TableView
  stage: Stage
  /** The seat whose sheet is shown instead of the viewer's. */
  sheet: number | null
  onShow: (seat: number | null) => void
  /** Whether several people play on this device. */
  shared?: boolean
  /** The buttons of the dock. */
  children?: ComponentChildren
}

export function highlightsOf(model: Chooser): Highlights {
  const busy = model.busy.value
  const cue = model.cue.value
  const ids = new Set([...model.preview.value.ids, ...(model.outlook.value?.effect?.ids ?? []), ...(model.refusal.value?.ids ?? [])])
  const quiet = ids.size === 0 && model.picked.value.length === 0 && !busy && !cue
  return {
    next: busy ? new Set() : model.candidates.value.next,
    alternatives: busy ? new Set() : model.alternatives.value,
    aims: busy ? new Map() : model.aims.value,
    picked: model.picked.value,
    highlighted: quiet ? new Set(model.coached.value) : ids,
    danger: new Set(model.outlook.value?.effect?.danger),
    settled: model.settled.value,
    ghosts: model.outlook.value?.effect?.ghosts ?? model.refusal.value?.ghosts ?? {},
    threatened: new Set(cue ? [] : model.scene.value?.threats),
    recent: model.recent.value,
    since: model.since.value,
    told: cue && { kind: cue.beat.kind, ids: new Set(cue.ids) },
  }
}

/** Returns the seat whose board is shown large and whose things are in the dock: for spectators that of who acts. */
export function shownSeat(view: TableView, stage: Stage, sheet: number | null): number {
  if (view.seat >= 0) return (stage.boards ?? []).length < 2 ? view.seat : (sheet ?? view.seat)
  const acting = view.seats.findIndex((seat) => seat.acting)
  return sheet ?? Math.max(0, acting)
}

/** Returns how many things, and places for things, the dock shows. */
export function heldCount(view: TableView, stage: Stage, sheet: number | null): number {
  const seat = shownSeat(view, stage, sheet)
  return (stage.trays ?? [])
    .filter((tray) => !tray.beside && !tray.kept && ((tray.seat ?? -1) < 0 || tray.seat === seat))
    .map((tray) => {
      const items = view.scene.trays?.[tray.id]
      if (!items) return 0
      const things = tray.repeated ? items.reduce((sum, item) => sum + (item.count ?? 1), 0) : items.length
      return Math.max(things, tray.repeated ? 0 : (tray.room ?? 0))
    })
    .reduce((sum, count) => sum + count, 0)
}

/** Small pictures of the other sheets, for a page that has room below the one in use. */
function OtherSheets({ view, stage, seat, onShow }: Pick<Props, "view" | "stage" | "onShow"> & { seat: number }): JSX.Element {
  const others = (stage.boards ?? []).filter((board) => board.seat !== seat)
  return (
    <ul class="others">
      {others.map((board) => (
        <li key={board.id}>
          <button type="button" class="plain" onClick={() => onShow(board.seat === view.seat ? null : (board.seat ?? null))}>
            <span class="hidden">{t().sheetOf(nameOf(view, stage, board.seat ?? -1))}</span>
            <BoardView stage={stage} board={board} state={view.scene.boards?.[board.id] ?? {}} />
          </button>
        </li>
      ))}
    </ul>
  )
}

export function Boards({ model, view, stage, sheet, onShow, shared = false, children }: Props): JSX.Element {
  const { scene } = view
  const boards = stage.boards ?? []
  const seat = shownSeat(view, stage, sheet ?? model.followed.value)
  const main = boards.length > 1 ? boards.find((board) => board.seat === seat) : boards[0]
  // Whose sheet it is goes without saying for one's own, unless others play on this device too.
  const owner = boards.length > 1 && (shared || seat !== view.seat) ? stage.players[seat] : undefined
  const highlights = highlightsOf(model)
  const onPick = (id: string, touch = false): void => model.pick(id, touch)
  const onPoint = (id: string | null): void => {
    model.pointedAt.value = id
  }
  const ownerOf = (of: number): SeatStyle | undefined => {
    const style = of === view.seat || boards.length > 1 ? undefined : stage.players[of]
    return style && { ...style, name: nameOf(view, stage, of) }
  }
  const traysAt = (beside: boolean): JSX.Element[] =>
    (stage.trays ?? [])
      .filter((one) => !one.kept && ((one.seat ?? -1) < 0 || one.seat === seat))
      .filter((one) => (one.beside ?? false) === beside && (scene.trays?.[one.id]?.length || (one.room && scene.trays?.[one.id])))
      .map((one) => (
        <TrayView
          key={one.id}
          stage={stage}
          tray={one}
          items={scene.trays?.[one.id] ?? []}
          owner={ownerOf(one.seat ?? -1)}
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
              turnName={view.seats.map((one) => (one.acting ? "1" : "0")).join("")}
              label={boards.length > 1 ? t().sheetOf(nameOf(view, stage, seat)) : t().board}
            />
          )}
          {!main && scene.picture && (
            <pre class="picture" tabIndex={0}>
              {scene.picture}
            </pre>
          )}
          <Overlay cue={model.cue} stage={stage} text={(text) => withNames(view, stage, text)} />
          {boards.length > 1 && sheet !== null && sheet !== view.seat && view.seat >= 0 && (
            <button type="button" class="return" onClick={() => onShow(null)}>
              ← {t().sheetOf(nameOf(view, stage, view.seat))}
            </button>
          )}
        </div>
        {narrow.value && stage.theme?.board === "notebook" && <OtherSheets {...{ view, stage, seat, onShow }} />}
        {beside.length > 0 && (
          <div class="trays beside">
            {beside}
            <Tally stage={stage} scene={scene} seat={seat} />
          </div>
        )}
        <Facts model={model} stage={stage} scene={scene} />
      </div>
      <div class={`dock dock-${stage.theme?.dock ?? "plain"}${isStacked(heldCount(view, stage, sheet)) ? " stacked" : ""}`}>
        <div class="trays held">{held}</div>
        {children}
      </div>
    </>
  )
}
