// A board as SVG, operated by mouse, touch or keyboard.
import type { JSX } from "preact"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Beat, Board, BoardState, CellState, Stage } from "../api/protocol"
import { t } from "../i18n/texts"
import { bounds, expandTo, keyDirection, neighbourTowards, turnedGrid, visibleCells, type Box, type PlacedCell } from "../scene/geometry"
import { rulersOn } from "../ui/settings"
import { useMovingPiece } from "./animation"
import { CellContent, CellGround, CellMarks } from "./cell"
import { Areas, Material, Rulers, Sides } from "./material"
import { frame, turnOf } from "./theme"
import { useZoom } from "./zoom"

/** The ids of cells and items to emphasise. */
export interface Highlights {
  /** Can be clicked next. */
  next: ReadonlySet<string>
  /** Can be clicked in place of an earlier pick. */
  alternatives: ReadonlySet<string>
  picked: readonly string[]
  highlighted: ReadonlySet<string>
  /** Would be attacked, removed or lost. */
  danger: ReadonlySet<string>
  /** Belong to the latest action. */
  recent: ReadonlySet<string>
  /** Changed since the viewer's last turn: the number of the action, in order. */
  since: ReadonlyMap<string, number>
  /** What is being told now; a cell or item gets the classes `told` and `told-KIND`. */
  told: { kind: Beat["kind"]; ids: ReadonlySet<string> } | null
}

export const noHighlights: Highlights = {
  next: new Set(),
  alternatives: new Set(),
  picked: [],
  highlighted: new Set(),
  danger: new Set(),
  recent: new Set(),
  since: new Map(),
  told: null,
}

/** Returns the classes of an id that boards and trays have in common. */
export function markClasses({ highlighted, danger, recent, since, told }: Highlights, id: string): string[] {
  const classes = []
  if (highlighted.has(id)) classes.push("highlighted")
  if (danger.has(id)) classes.push("danger")
  if (recent.has(id)) classes.push("recent")
  if (since.has(id)) classes.push("since")
  if (told?.ids.has(id)) classes.push("told", `told-${told.kind}`)
  return classes
}

/** The smallest view of a cropped grid; without it a few hexagons would fill the screen. */
const smallestCrop = [650, 500] as const
/** The kinds of beats that mark what they tell as scored or as attacked. */
const scoring = new Set<string>(["score", "claim", "end"])
const striking = new Set<string>(["attack", "penalty"])
/** The side of the square that a close-up shows: about five cells. */
const closeUpSize = 430
/** The width of a cell in pixels below which numerals replace pips and marks grow. */
const smallCell = 44

interface Props {
  stage: Stage
  board: Board
  state: BoardState
  highlights?: Highlights
  /** Without it the board is decorative: static, and hidden from screen readers. */
  onPick?: (id: string) => void
  onPoint?: (id: string | null) => void
  label?: string
  /** The seat that looks at the board, for boards that are turned towards it. */
  viewer?: number
  /** Shows only the part with most pieces, cropped to the shape of its place. */
  closeUp?: boolean
}

/** Tells whether something covers the middle of a cell, where its dot would be. */
const isOccupied = (state: CellState | undefined): boolean => !!state?.piece || !!state?.label

function idOf(event: Event): string | null {
  const found = event.target instanceof Element ? event.target.closest("[data-id]") : null
  return found?.getAttribute("data-id") ?? null
}

/** Returns the square around the cell with most pieces and numbers nearby. */
function closeUpOf(cells: readonly PlacedCell[], state: BoardState): Box {
  const filled = cells.filter(({ cell }) => isOccupied(state.cells?.[cell[0]]))
  const near = (a: PlacedCell): number => filled.filter((b) => Math.hypot(a.x - b.x, a.y - b.y) < closeUpSize / 2).length
  const best = cells.reduce<{ at: PlacedCell | undefined; count: number }>(
    (found, at) => {
      const count = near(at)
      return count > found.count ? { at, count } : found
    },
    { at: cells[0], count: -1 },
  ).at
  return { x: (best?.x ?? 0) - closeUpSize / 2, y: (best?.y ?? 0) - closeUpSize / 2, w: closeUpSize, h: closeUpSize }
}

/** Returns a turn, or the latest one if it is unknown because the cell that it depends on is lost. */
function useTurn(turn: number | null, usual: number): number {
  const latest = useRef<number | null>(null)
  latest.current = turn ?? latest.current
  return latest.current ?? usual
}

/** Tells whether the cells of a board are small on this screen; true before it is known, for phones. */
function useSmallCells(svg: { current: SVGSVGElement | null }, box: Box): boolean {
  const [small, set] = useState(false)
  const shown = useRef(box)
  shown.current = box
  useEffect(() => {
    const element = svg.current
    if (!element) return
    const measure = (): void => {
      const { width, height } = element.getBoundingClientRect()
      const scale = Math.min(width / shown.current.w, height / shown.current.h)
      if (scale > 0) set(scale * 86.6 < smallCell)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box.w, box.h])
  return small
}

export function BoardView({
  stage,
  board,
  state,
  highlights = noHighlights,
  onPick,
  onPoint,
  label,
  viewer = -1,
  closeUp = false,
}: Props): JSX.Element | null {
  const printed = stage.grids?.[board.grid ?? 0]
  const svg = useRef<SVGSVGElement | null>(null)
  const [focus, setFocus] = useState("")
  const column = useRef(0)
  const decorative = !onPick
  const turn = useTurn(decorative || !printed ? 0 : turnOf(stage, printed, state, viewer), stage.theme?.turn ?? 0)
  const grid = printed && turnedGrid(printed, turn)
  const own = new Set<string>()
  for (const id of [...highlights.next, ...highlights.picked]) if (id.startsWith(board.id)) own.add(id.slice(board.id.length))
  const cells = grid ? visibleCells(grid, state, own) : []
  const tight = bounds(cells, grid?.flat, grid?.sides ? 14 : 0)
  const [marginX, marginY] = frame(stage.theme, tight.w > tight.h)
  const edge = !decorative && rulersOn.value ? 30 : 0
  const [x, y] = [Math.max(marginX, edge), Math.max(marginY, edge)]
  const around: Box = { x: tight.x - x, y: tight.y - y, w: tight.w + 2 * x, h: tight.h + 2 * y }
  const full = grid?.crop ? expandTo(around, ...smallestCrop) : around
  const zoom = useZoom(svg, closeUp ? closeUpOf(cells, state) : full, decorative)
  const small = useSmallCells(svg, zoom.box)
  useMovingPiece(svg, grid, highlights.told, board.id)
  const areas = useMemo(() => new Map((grid?.areas ?? []).flatMap((area) => area.cells.map((cell) => [cell, area] as const))), [grid])
  if (!grid) return null
  const highlightedAreas = new Set(state.highlighted)
  const tabStop = cells.some(({ cell }) => cell[0] === focus) ? focus : (cells.find(({ cell }) => own.has(cell[0])) ?? cells[0])?.cell[0]

  const classesOf = (id: string): string => {
    const classes = []
    if (highlights.picked.includes(id)) classes.push("picked")
    if (highlights.next.has(id)) classes.push("next")
    else if (highlights.alternatives.has(id)) classes.push("alternative")
    return [...classes, ...markClasses(highlights, id)].join(" ")
  }
  /** The marks above the pieces; that of a chosen cell and the ring around a piece are below it. */
  const marksOf = (id: string, occupied: boolean): string => {
    const marks = []
    const picked = highlights.picked.includes(id)
    const told = highlights.told?.ids.has(id) ? highlights.told.kind : ""
    if (highlights.recent.has(id)) marks.push("last")
    if (told && scoring.has(told)) marks.push("scored")
    if (highlights.danger.has(id) || (told && striking.has(told))) marks.push("danger")
    else if (highlights.highlighted.has(id)) marks.push("preview")
    else if (highlights.next.has(id) && !picked && !occupied) marks.push("can")
    return marks.join(" ")
  }
  const turned = 30 * (turn + (printed?.flat ? 1 : 0))
  const handleKey = (event: KeyboardEvent): void => {
    const id = idOf(event)
    if (id === null || !onPick || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault()
      onPick(id)
      return
    }
    const direction = keyDirection(event.key, grid.flat)
    const from = cells.find(({ cell }) => cell[0] === id.slice(board.id.length))
    if (!direction || !from) return
    event.preventDefault()
    const sideways = direction[0] !== 0
    if (sideways) column.current = from.x
    const to = neighbourTowards(cells, from, direction, column.current)
    if (to) moveFocus(to, sideways)
  }
  const moveFocus = ({ cell, x }: PlacedCell, sideways: boolean): void => {
    if (sideways) column.current = x
    setFocus(cell[0])
    svg.current?.querySelector<SVGGElement>(`[data-id="${CSS.escape(board.id + cell[0])}"]`)?.focus()
  }
  const { box } = zoom
  return (
    <div class={decorative ? "board decorative" : "board"}>
      <svg
        ref={svg}
        class={`hexes${zoom.zoomed ? " zoomed" : ""}${small ? " small" : ""}`}
        {...(closeUp ? { preserveAspectRatio: "xMidYMid slice" } : {})}
        viewBox={`${box.x} ${box.y} ${box.w} ${box.h}`}
        {...(decorative ? { "aria-hidden": "true" as const } : { role: "group" as const, "aria-label": label ?? board.title ?? t().board })}
        onClick={(event) => {
          const id = idOf(event)
          if (id !== null) onPick?.(id)
        }}
        onKeyDown={handleKey}
        onPointerOver={(event) => event.pointerType === "mouse" && onPoint?.(idOf(event))}
        onPointerLeave={() => onPoint?.(null)}
        onFocusIn={(event) => {
          const id = idOf(event)
          if (id !== null) {
            setFocus(id.slice(board.id.length))
            // Only for the keyboard: after a click a preview of the same cell would be noise.
            if (event.target instanceof Element && event.target.matches(":focus-visible")) onPoint?.(id)
          }
        }}
        onFocusOut={() => onPoint?.(null)}
      >
        <Material theme={stage.theme} grid={grid} box={full} />
        <Sides grid={grid} />
        <g class="grounds">
          {cells.map(({ cell, x, y }) => {
            const cellState = state.cells?.[cell[0]]
            const area = areas.get(cell[0])
            return (
              <CellGround
                key={cell[0]}
                id={cell[0]}
                x={x}
                y={y}
                flat={grid.flat ?? false}
                stage={stage}
                kind={cellState?.kind ?? ""}
                seat={cellState?.seat ?? -1}
                colour={area?.colour ?? ""}
                occupied={!!cellState}
                covered={!!cellState?.piece}
                highlighted={!!area && highlightedAreas.has(area.name)}
              />
            )
          })}
        </g>
        <Areas grid={grid} />
        {!decorative && rulersOn.value && <Rulers cells={cells} />}
        <g class="marks">
          {cells.map(({ cell, x, y }) => {
            const id = board.id + cell[0]
            const picked = highlights.picked.includes(id)
            const around = !picked && highlights.next.has(id) && isOccupied(state.cells?.[cell[0]])
            const marks = picked ? "chosen" : around ? "around" : ""
            return marks && <CellMarks key={cell[0]} x={x} y={y} flat={grid.flat ?? false} marks={marks} since={0} />
          })}
        </g>
        <g class="contents">
          {cells.map(({ cell, x, y }) => {
            const id = board.id + cell[0]
            return (
              <CellContent
                key={cell[0]}
                id={id}
                x={x}
                y={y}
                flat={grid.flat ?? false}
                turned={turned}
                stage={stage}
                state={state.cells?.[cell[0]]}
                cell={cell}
                classes={classesOf(id)}
                tabStop={cell[0] === tabStop}
                decorative={decorative}
              />
            )
          })}
        </g>
        <g class="marks">
          {cells.map(({ cell, x, y }) => {
            const id = board.id + cell[0]
            const marks = marksOf(id, isOccupied(state.cells?.[cell[0]]))
            const since = highlights.since.get(id) ?? 0
            return marks || since ? <CellMarks key={cell[0]} x={x} y={y} flat={grid.flat ?? false} marks={marks} since={since} /> : null
          })}
        </g>
      </svg>
      {!decorative && (
        <div class="zoom">
          <button type="button" aria-label={t().zoomIn} title={t().zoomIn} onClick={() => zoom.by(1.5)}>
            +
          </button>
          {zoom.zoomed && (
            <button type="button" aria-label={t().zoomOut} title={t().zoomOut} onClick={() => zoom.by(1 / 1.5)}>
              −
            </button>
          )}
          {zoom.zoomed && (
            <button type="button" class="fit" onClick={zoom.fit}>
              {t().zoomFit}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
