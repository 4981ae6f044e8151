// A board as SVG: cells, areas, sides and all that lies on them; by mouse, touch and keyboard.
import type { JSX } from "preact"
import { useMemo, useRef, useState } from "preact/hooks"
import { tone } from "./palette"
import type { Board, BoardState, Grid, Stage } from "../api/protocol"
import { atLeast, bounds, edges, outline, shown, walk, way, type Place } from "../scene/geometry"
import { coordinates } from "../ui/settings"
import { t } from "../i18n/texts"
import { Content, Ground } from "./cell"
import { useMoving } from "./animation"
import { useZoom } from "./zoom"

/** What the page knows about ids now. */
export interface Marks {
  next: ReadonlySet<string>
  /** Ids that can be clicked instead of what was. */
  instead: ReadonlySet<string>
  picked: readonly string[]
  lit: ReadonlySet<string>
  recent: ReadonlySet<string>
}

export const unmarked: Marks = { next: new Set(), instead: new Set(), picked: [], lit: new Set(), recent: new Set() }

/** The room that a table of which only a part is shown has at least: otherwise a few hexagons fill the screen. */
const least = [650, 500] as const
/** The names of cells are written so large, but not on small boards, whose cells are large. */
const lettering = 19
const small = 55

interface Props {
  stage: Stage
  board: Board
  field: BoardState
  marks?: Marks
  /** Without it the board is only a picture, which those who hear the page do not miss. */
  pick?: (id: string) => void
  point?: (id: string | null) => void
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

export function BoardView({ stage, board, field, marks = unmarked, pick, point, label }: Props): JSX.Element | null {
  const grid = stage.grids?.[board.grid ?? 0]
  const svg = useRef<SVGSVGElement | null>(null)
  const [focus, setFocus] = useState("")
  const lean = useRef(0)
  const still = !pick
  const own = new Set<string>()
  for (const id of [...marks.next, ...marks.picked]) if (id.startsWith(board.id)) own.add(id.slice(board.id.length))
  const list = grid ? shown(grid, field, own) : []
  const around = bounds(list, grid?.flat, grid?.sides ? 14 : 8)
  const room = grid?.crop ? atLeast(around, ...least) : around
  const zoom = useZoom(svg, room, still)
  useMoving(svg, grid, field, board.id)
  const tints = useMemo(() => new Map((grid?.areas ?? []).flatMap((area) => area.cells.map((cell) => [cell, area] as const))), [grid])
  if (!grid) return null
  const lit = new Set(field.highlighted)
  const tab = list.some((place) => place.cell[0] === focus) ? focus : (list.find((place) => own.has(place.cell[0])) ?? list[0])?.cell[0]

  const state = (id: string): string => {
    const words = []
    if (marks.picked.includes(id)) words.push("picked")
    if (marks.next.has(id)) words.push("next")
    else if (marks.instead.has(id)) words.push("instead")
    if (marks.lit.has(id)) words.push("lit-up")
    if (marks.recent.has(id)) words.push("recent")
    return words.join(" ")
  }
  const key = (event: KeyboardEvent): void => {
    const id = idOf(event)
    if (id === null || !pick || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault()
      pick(id)
      return
    }
    const to = way(event.key, grid.flat)
    const from = list.find((place) => place.cell[0] === id.slice(board.id.length))
    if (!to || !from) return
    event.preventDefault()
    if (to[0] !== 0) lean.current = from.x
    const found = walk(list, from, to, lean.current)
    if (found) step(found, to[0] !== 0)
  }
  const step = (place: Place, sideways: boolean): void => {
    if (sideways) lean.current = place.x
    setFocus(place.cell[0])
    svg.current?.querySelector<SVGGElement>(`[data-id="${CSS.escape(board.id + place.cell[0])}"]`)?.focus()
  }
  const { box } = zoom
  return (
    <div class={still ? "board still" : "board"} style={still ? {} : { aspectRatio: `${room.w} / ${room.h}` }}>
      <svg
        ref={svg}
        class={zoom.zoomed ? "hexes zoomed" : "hexes"}
        style={{ "--name": `${Math.min(lettering, room.w / small)}px` }}
        viewBox={`${box.x} ${box.y} ${box.w} ${box.h}`}
        {...(still ? { "aria-hidden": "true" as const } : { role: "group" as const, "aria-label": label ?? board.title ?? t().board })}
        onClick={(event) => {
          const id = idOf(event)
          if (id !== null) pick?.(id)
        }}
        onKeyDown={key}
        onPointerOver={(event) => event.pointerType === "mouse" && point?.(idOf(event))}
        onPointerLeave={() => point?.(null)}
        onFocusIn={(event) => {
          const id = idOf(event)
          if (id !== null) {
            setFocus(id.slice(board.id.length))
            // A click needs no preview of what it has just done.
            if (event.target instanceof Element && event.target.matches(":focus-visible")) point?.(id)
          }
        }}
        onFocusOut={() => point?.(null)}
      >
        <g>
          {list.map(({ cell, x, y }) => {
            const spot = field.cells?.[cell[0]]
            const area = tints.get(cell[0])
            return (
              <Ground
                key={cell[0]}
                x={x}
                y={y}
                flat={grid.flat ?? false}
                stage={stage}
                kind={spot?.kind ?? ""}
                seat={spot?.seat ?? -1}
                colour={area?.colour ?? ""}
                lit={!!area && lit.has(area.name)}
              />
            )
          })}
        </g>
        <Lines grid={grid} />
        <g>
          {list.map(({ cell, x, y }) => {
            const id = board.id + cell[0]
            const spot = field.cells?.[cell[0]]
            return (
              <Content
                key={cell[0]}
                id={id}
                x={x}
                y={y}
                flat={grid.flat ?? false}
                stage={stage}
                spot={spot}
                cell={cell}
                state={state(id)}
                tab={cell[0] === tab}
                named={!still && coordinates.value}
                still={still}
              />
            )
          })}
        </g>
      </svg>
      {!still && (
        <div class="zoom">
          <button type="button" aria-label={t().closer} title={t().closer} onClick={() => zoom.by(1.5)}>
            +
          </button>
          {zoom.zoomed && (
            <button type="button" aria-label={t().farther} title={t().farther} onClick={() => zoom.by(1 / 1.5)}>
              −
            </button>
          )}
          {zoom.zoomed && (
            <button type="button" class="fit" onClick={zoom.fit}>
              {t().fit}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
