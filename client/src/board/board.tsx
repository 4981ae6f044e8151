// A board as SVG, operated by mouse, touch or keyboard.
import type { JSX } from "preact"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Beat, Board, BoardState, CellState, Face, Stage } from "../api/protocol"
import { t } from "../i18n/texts"
import { bounds, expandTo, keyDirection, neighbourTowards, turnedGrid, visibleCells, type Box, type PlacedCell } from "../scene/geometry"
import type { EffectKind } from "../scene/picking"
import { rulersOn, threatsOn } from "../ui/settings"
import { useMovingPiece } from "../motion/animation"
import { CellContent, CellGround, CellMarks } from "./cell"
import { Ghosts, Group, Hatching, HatchIcon } from "./groups"
import { Areas, Chart, Material, Rulers, rulerSize, Sides } from "./material"
import { smallestRoom, useRoom } from "./room"
import { AreaTags, Bands, PencilGrid } from "./sheet"
import { frame, turnOf } from "../pieces/theme"
import { aimOf, useZoom } from "./zoom"

/** The ids of cells and items to emphasise. */
export interface Highlights {
  /** Can be clicked next. */
  next: ReadonlySet<string>
  /** What a click that completes a choice does there, if it is more than a move. */
  aims: ReadonlyMap<string, EffectKind>
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
  /** Whether what is highlighted is what has been chosen, and not only pointed at. */
  settled: boolean
  /** What would lie, or is missing, on cells that are empty. */
  ghosts: Readonly<Record<string, Face>>
  /** Could be attacked by opponents next. */
  threatened: ReadonlySet<string>
  /** What is being told now; a cell or item gets the classes `told` and `told-KIND`. */
  told: { kind: Beat["kind"]; ids: ReadonlySet<string> } | null
}

export const noHighlights: Highlights = {
  next: new Set(),
  aims: new Map(),
  alternatives: new Set(),
  picked: [],
  highlighted: new Set(),
  danger: new Set(),
  recent: new Set(),
  since: new Map(),
  settled: false,
  ghosts: {},
  threatened: new Set(),
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

/** The kinds of beats that mark what they tell as scored or as attacked. */
const scoring = new Set<string>(["score", "claim", "end"])
const striking = new Set<string>(["attack", "penalty"])
/** The side of the square that a close-up shows: about five cells. */
const closeUpSize = 430
/** The width of a cell in pixels below which numerals replace pips and marks grow. */
const smallCell = 44
/** Pixels around the centre of a cell within which a finger means it, if it touches nothing else that can be chosen. */
const fingertip = 24

interface Props {
  stage: Stage
  board: Board
  state: BoardState
  highlights?: Highlights
  /** Without it the board is decorative: static, and hidden from screen readers. */
  onPick?: (id: string, touch?: boolean) => void
  onPoint?: (id: string | null) => void
  label?: string
  /** The seat that looks at the board, for boards that are turned towards it. */
  viewer?: number
  /** Shows only what lies around this cell, cropped to the shape of its place; empty for the whole board. */
  closeUp?: string
  /** Names the turn: a board without edges grows only between turns. */
  turnName?: string
}

/** Tells whether something covers the middle of a cell, where its dot would be. */
const isOccupied = (state: CellState | undefined): boolean => !!state?.piece || !!state?.label

const cellIdOf = (target: EventTarget | null): string | null =>
  (target instanceof Element ? target.closest("[data-id]") : null)?.getAttribute("data-id") ?? null
const idOf = (event: Event): string | null => cellIdOf(event.target)

/** Returns the id that can be chosen next and is nearest to a touch; null if none is near enough. */
function nearestTo({ clientX, clientY }: MouseEvent, svg: SVGSVGElement | null, next: ReadonlySet<string>): string | null {
  let found: string | null = null
  let least = fingertip
  for (const id of next) {
    const cell = svg?.querySelector(`[data-id="${CSS.escape(id)}"] .hit`)?.getBoundingClientRect()
    if (!cell) continue
    const away = Math.hypot(clientX - cell.x - cell.width / 2, clientY - cell.y - cell.height / 2)
    if (away < least) [found, least] = [id, away]
  }
  return found
}

/** Returns the square around a cell, in the middle of the board if there is no such cell. */
function closeUpOf(cells: readonly PlacedCell[], name: string): Box {
  const centre = cells.find(({ cell }) => cell[0] === name)
  return { x: (centre?.x ?? 0) - closeUpSize / 2, y: (centre?.y ?? 0) - closeUpSize / 2, w: closeUpSize, h: closeUpSize }
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
  closeUp = "",
  turnName = "",
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
  const also = new Set(own)
  for (const id of Object.keys(highlights.ghosts)) if (id.startsWith(board.id)) also.add(id.slice(board.id.length))
  for (const id of highlights.told?.ids ?? []) if (id.startsWith(board.id)) also.add(id.slice(board.id.length))
  const cells = grid ? visibleCells(grid, state, also) : []
  const tight = bounds(cells, grid?.flat, grid?.sides ? 14 : 0)
  const [marginX, marginY] = frame(stage.theme, tight.w > tight.h)
  const ruled = !decorative && rulersOn.value
  const edge = ruled ? 22 + rulerSize() : 0
  const [x, y] = [Math.max(marginX, edge), Math.max(marginY, edge)]
  const around: Box = { x: tight.x - x, y: tight.y - y, w: tight.w + 2 * x, h: tight.h + 2 * y }
  const used = grid?.crop ? cells.filter(({ cell: [id] }) => state.cells?.[id] || also.has(id)) : cells
  const room = useRoom(decorative ? undefined : grid, state, used, turnName, svg)
  const full = room ?? (grid?.crop ? expandTo(around, ...smallestRoom()) : around)
  const aim = highlights.picked.length === 0 ? null : aimOf(cells, [...own], grid?.flat)
  const zoom = useZoom(svg, closeUp ? closeUpOf(cells, closeUp) : full, decorative, aim, (target) => onPoint?.(cellIdOf(target)))
  const small = useSmallCells(svg, zoom.box)
  useMovingPiece(svg, grid, highlights.told, board.id)
  const areas = useMemo(() => new Map((grid?.areas ?? []).flatMap((area) => area.cells.map((cell) => [cell, area] as const))), [grid])
  if (!grid) return null
  const highlightedAreas = new Set(state.highlighted)
  const lined = new Set(state.lines?.flat())
  const tabStop = cells.some(({ cell }) => cell[0] === focus) ? focus : (cells.find(({ cell }) => own.has(cell[0])) ?? cells[0])?.cell[0]

  const classesOf = (id: string): string => {
    const classes = []
    if (lined.has(id.slice(board.id.length))) classes.push("lined")
    if (highlights.picked.includes(id)) classes.push("picked")
    if (highlights.next.has(id)) classes.push("next")
    else if (highlights.alternatives.has(id)) classes.push("alternative")
    return [...classes, ...markClasses(highlights, id)].join(" ")
  }
  // Without a board below them, tiles fill their cells: what lies under a tile is not seen.
  const tiles = stage.theme?.board === "none"
  /** The marks above the pieces; that of a chosen cell and the ring around a piece are below it, except for tiles. */
  const marksOf = (id: string, occupied: boolean): string => {
    const marks = []
    const picked = highlights.picked.includes(id)
    const told = highlights.told?.ids.has(id) ? highlights.told.kind : ""
    if (picked && tiles) marks.push("chosen")
    if (highlights.recent.has(id)) marks.push("last")
    if (told && scoring.has(told)) marks.push("scored")
    if (highlights.danger.has(id) || (told && striking.has(told))) marks.push("danger")
    else if (highlights.next.has(id) && !picked && (tiles || !occupied) && !highlights.highlighted.has(id))
      marks.push(highlights.threatened.has(id) ? "risk" : occupied ? "can-tile" : "can")
    const aim = highlights.aims.get(id)
    if (aim && !picked) marks.push(aim)
    return marks.join(" ")
  }
  const grouped = cells.flatMap(({ cell: [id] }) => (highlights.highlighted.has(board.id + id) ? [id] : []))
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
    <div class={`board material-${stage.theme?.board ?? "plain"}${decorative ? " decorative" : ""}${grid?.crop ? " cropped" : ""}`}>
      <svg
        ref={svg}
        class={`hexes${zoom.zoomed ? " zoomed" : ""}${small ? " small" : ""}`}
        {...(closeUp ? { preserveAspectRatio: "xMidYMid slice" } : {})}
        viewBox={`${box.x} ${box.y} ${box.w} ${box.h}`}
        {...(decorative ? { "aria-hidden": "true" as const } : { role: "group" as const, "aria-label": label ?? board.title ?? t().board })}
        onClick={(event) => {
          const touch = event instanceof PointerEvent && event.pointerType === "touch"
          const hit = idOf(event)
          const known = hit !== null && (highlights.next.has(hit) || highlights.picked.includes(hit) || highlights.alternatives.has(hit))
          const id = touch && !known ? (nearestTo(event, svg.current, highlights.next) ?? hit) : hit
          if (id !== null) onPick?.(id, touch)
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
        <Sides grid={grid} ruled={ruled} />
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
                since={decorative && highlights.since.has(board.id + cell[0])}
              />
            )
          })}
        </g>
        <Areas grid={grid} />
        {stage.theme?.board === "notebook" && <PencilGrid grid={grid} />}
        <Bands grid={grid} state={state} />
        {threatsOn.value && highlights.threatened.size > 0 && (
          <Hatching cells={cells} ids={highlights.threatened} isDrawn={(id) => !!state.cells?.[id]?.kind} flat={grid.flat ?? false} />
        )}
        {ruled && <Rulers cells={cells} />}
        <g class="marks">
          {cells.map(({ cell, x, y }) => {
            const id = board.id + cell[0]
            const picked = highlights.picked.includes(id)
            const around = !picked && highlights.next.has(id) && !highlights.highlighted.has(id) && isOccupied(state.cells?.[cell[0]])
            const marks = picked ? "chosen" : around ? "around" : ""
            return marks && !tiles && <CellMarks key={cell[0]} x={x} y={y} flat={grid.flat ?? false} marks={marks} since={0} />
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
        {!decorative && <AreaTags grid={grid} state={state} />}
        <Ghosts cells={cells} ghosts={highlights.ghosts} prefix={board.id} stage={stage} />
        <Group grid={grid} ids={grouped} settled={highlights.settled} />
        <g class="marks">
          {cells.map(({ cell, x, y }) => {
            const id = board.id + cell[0]
            const marks = marksOf(id, isOccupied(state.cells?.[cell[0]]))
            const since = decorative ? 0 : (highlights.since.get(id) ?? 0)
            return marks || since ? <CellMarks key={cell[0]} x={x} y={y} flat={grid.flat ?? false} marks={marks} since={since} /> : null
          })}
        </g>
      </svg>
      {!decorative && !zoom.zoomed && <Chart theme={stage.theme} turned={turned} />}
      {highlights.threatened.size > 0 && (
        <button type="button" class="threats" aria-pressed={threatsOn.value} onClick={() => (threatsOn.value = !threatsOn.value)}>
          <HatchIcon /> <span>{t().threats}</span>
        </button>
      )}
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
