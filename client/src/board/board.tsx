// A board as SVG, operated by mouse, touch or keyboard.
import type { JSX } from "preact"
import { useMemo, useRef, useState } from "preact/hooks"
import type { Beat, Board, BoardState, Grid, Stage } from "../api/protocol"
import { t } from "../i18n/texts"
import { bounds, edges, expandTo, keyDirection, neighbourTowards, outline, visibleCells, type PlacedCell } from "../scene/geometry"
import { coordinates } from "../ui/settings"
import { useMovingPiece } from "./animation"
import { CellContent, CellGround } from "./cell"
import { tone } from "./palette"
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
/** The font size of cell names, and the share of the board's width that it may not exceed on small boards. */
const nameSize = 19
const nameShare = 1 / 55

interface Props {
  stage: Stage
  board: Board
  state: BoardState
  highlights?: Highlights
  /** Without it the board is decorative: static, and hidden from screen readers. */
  onPick?: (id: string) => void
  onPoint?: (id: string | null) => void
  label?: string
}

function idOf(event: Event): string | null {
  const found = event.target instanceof Element ? event.target.closest("[data-id]") : null
  return found?.getAttribute("data-id") ?? null
}

function Lines({ grid }: { grid: Grid }): JSX.Element {
  const drawn = useMemo(
    () => [
      ...(grid.areas ?? [])
        .filter((area) => area.colour)
        .map((area) => <path key={area.name} class="outline" d={outline(grid, area.cells)} stroke={tone(area.colour).fill} />),
      ...(grid.sides ?? []).flatMap((side) => {
        const path = edges(grid, side.edges)
        return [
          <path key={`${side.name} under`} class="side" d={path} stroke={tone(side.colour).edge} stroke-width="13" />,
          <path key={side.name} class="side" d={path} stroke={tone(side.colour).fill} stroke-width="8" />,
        ]
      }),
    ],
    [grid],
  )
  return <g class="lines">{drawn}</g>
}

export function BoardView({ stage, board, state, highlights = noHighlights, onPick, onPoint, label }: Props): JSX.Element | null {
  const grid = stage.grids?.[board.grid ?? 0]
  const svg = useRef<SVGSVGElement | null>(null)
  const [focus, setFocus] = useState("")
  const column = useRef(0)
  const decorative = !onPick
  const own = new Set<string>()
  for (const id of [...highlights.next, ...highlights.picked]) if (id.startsWith(board.id)) own.add(id.slice(board.id.length))
  const cells = grid ? visibleCells(grid, state, own) : []
  const tight = bounds(cells, grid?.flat, grid?.sides ? 14 : 8)
  const full = grid?.crop ? expandTo(tight, ...smallestCrop) : tight
  const zoom = useZoom(svg, full, decorative)
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
    <div class={decorative ? "board decorative" : "board"} style={decorative ? {} : { aspectRatio: `${full.w} / ${full.h}` }}>
      <svg
        ref={svg}
        class={zoom.zoomed ? "hexes zoomed" : "hexes"}
        style={{ "--name-size": `${Math.min(nameSize, full.w * nameShare)}px` }}
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
        <g>
          {cells.map(({ cell, x, y }) => {
            const cellState = state.cells?.[cell[0]]
            const area = areas.get(cell[0])
            return (
              <CellGround
                key={cell[0]}
                x={x}
                y={y}
                flat={grid.flat ?? false}
                stage={stage}
                kind={cellState?.kind ?? ""}
                seat={cellState?.seat ?? -1}
                colour={area?.colour ?? ""}
                highlighted={!!area && highlightedAreas.has(area.name)}
              />
            )
          })}
        </g>
        <Lines grid={grid} />
        <g>
          {cells.map(({ cell, x, y }) => {
            const id = board.id + cell[0]
            const cellState = state.cells?.[cell[0]]
            return (
              <CellContent
                key={cell[0]}
                id={id}
                x={x}
                y={y}
                flat={grid.flat ?? false}
                stage={stage}
                state={cellState}
                cell={cell}
                classes={classesOf(id)}
                since={highlights.since.get(id) ?? 0}
                tabStop={cell[0] === tabStop}
                named={!decorative && coordinates.value}
                decorative={decorative}
              />
            )
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
