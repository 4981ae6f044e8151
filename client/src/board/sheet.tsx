// What is drawn on a player's sheet besides its cells: a pencil grid, bands between cells, and tags of areas.
import type { JSX } from "preact"
import { useMemo } from "preact/hooks"
import type { Area, BoardState, Grid } from "../api/protocol"
import { bounds, pencilled, placedCells, size, type PlacedCell } from "../scene/geometry"
import { areaColour } from "../pieces/palette"

/** The outlines of all cells as drawn by hand, in two strokes of the pencil. */
export function PencilGrid({ grid }: { grid: Grid }): JSX.Element {
  const path = useMemo(() => pencilled(grid), [grid])
  return (
    <g class="pencil">
      <path d={path} />
      <path class="again" d={path} transform="translate(.9 -.7)" />
    </g>
  )
}

/** How far from its centre a band ends at a cell with a symbol of its own. */
const symbolEdge = 33

/** Returns the path of chains of cells; it leaves out what a symbol covers. */
function chainPath(grid: Grid, chains: readonly (readonly string[])[], state: BoardState): string {
  const all = placedCells(grid)
  const covered = (at: PlacedCell): boolean => !!state.cells?.[at.cell[0]]?.kind
  const point = (at: PlacedCell, to: PlacedCell): string => {
    const part = covered(at) ? symbolEdge / Math.hypot(to.x - at.x, to.y - at.y) : 0
    return `${Math.round(at.x + (to.x - at.x) * part)} ${Math.round(at.y + (to.y - at.y) * part)}`
  }
  return chains
    .flatMap((chain) =>
      chain.slice(1).map((id, n) => {
        const [from, to] = [all.get(chain[n] ?? ""), all.get(id)]
        return from && to ? `M${point(from, to)}L${point(to, from)}` : ""
      }),
    )
    .join("")
}

/** Returns dots, as strokes without length, on the cells of chains that have no symbol. */
function beadPath(grid: Grid, chains: readonly (readonly string[])[], state: BoardState): string {
  const all = placedCells(grid)
  return [...new Set(chains.flat())]
    .map((id) => {
      const at = all.get(id)
      return at && !state.cells?.[id]?.kind ? `M${Math.round(at.x)} ${Math.round(at.y)}h0` : ""
    })
    .join("")
}

/** Bands between cells that belong together: soft ties, and lines that have scored as beads on a chain. */
export function Bands({ grid, state }: { grid: Grid; state: BoardState }): JSX.Element | null {
  const { ties, lines } = state
  return useMemo(() => {
    if (!ties?.length && !lines?.length) return null
    const line = chainPath(grid, lines ?? [], state)
    const beads = beadPath(grid, lines ?? [], state)
    return (
      <g class="bands">
        {ties?.length ? <path class="tie" d={chainPath(grid, ties, state)} /> : null}
        {line && (
          <>
            <path class="line-edge" d={line} />
            <path class="bead-edge" d={beads} />
            <path class="line-fill" d={line} />
            <path class="bead-fill" d={beads} />
          </>
        )}
      </g>
    )
  }, [grid, ties, lines])
}

/** Returns where the tag of an area is: outside of it, away from the centre of the board; null for an area in the middle. */
function tagPlace(grid: Grid, area: Area): [x: number, y: number] | null {
  const all = placedCells(grid)
  const cells = area.cells.flatMap((id) => all.get(id) ?? [])
  // A picture of a part of the board.
  if (cells.length === 0) return null
  const whole = bounds([...all.values()], grid.flat, 0)
  const own = bounds(cells, grid.flat, 0)
  const dx = own.x + own.w / 2 - whole.x - whole.w / 2
  const dy = own.y + own.h / 2 - whole.y - whole.h / 2
  if (Math.hypot(dx, dy) < size) return null
  const up = dy <= 0 ? -1 : 1
  const last = up < 0 ? Math.min(...cells.map(({ y }) => y)) : Math.max(...cells.map(({ y }) => y))
  const row = cells.filter(({ y }) => Math.abs(y - last) < size / 2).map(({ x }) => x)
  // On the axis of the board there is no room above or below.
  if (Math.abs(dx) < size) return [Math.max(...row) + 72, last + up * 22]
  return [(Math.min(...row) + Math.max(...row)) / 2, last + up * (row.length > 1 ? 47 : 66)]
}

/** The tags of areas: how far each is, or its points with a star. */
export function AreaTags({ grid, state }: { grid: Grid; state: BoardState }): JSX.Element | null {
  const { tags, highlighted } = state
  return useMemo(() => {
    if (!tags) return null
    const drawn = (grid.areas ?? []).flatMap((area) => {
      const at = tagPlace(grid, area)
      const text = tags[area.name]
      if (!at || text === undefined) return []
      const done = highlighted?.includes(area.name) ?? false
      const width = 26 + 15 * text.length + (done ? 28 : 0)
      return [
        <g
          key={area.name}
          class={done ? "area-tag done" : "area-tag"}
          transform={`translate(${Math.round(at[0])} ${Math.round(at[1])})`}
          style={{ stroke: areaColour(area.colour ?? "") }}
        >
          <rect x={-width / 2} y="-19" width={width} height="38" rx="9" />
          {done && (
            <path
              transform={`translate(${23 - width / 2} 0)`}
              d="M0-12L3.3-4.4 11.4-3.7 5.3 1.7 7.1 9.7 0 5.5-7.1 9.7-5.3 1.7-11.4-3.7-3.3-4.4Z"
            />
          )}
          <text x={done ? 14 : 0} y="9.5" font-size="27">
            {text}
          </text>
        </g>,
      ]
    })
    return (
      <g class="area-tags" aria-hidden="true">
        {drawn}
      </g>
    )
  }, [grid, tags, highlighted])
}
