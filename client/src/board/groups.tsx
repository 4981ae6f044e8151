// What several cells of a board share: one outline around what is chosen or would be the effect, ghosts of pieces, and hatching.
import type { JSX } from "preact"
import type { Face, Grid, Stage } from "../api/protocol"
import { hexagon, outline, type PlacedCell } from "../scene/geometry"
import { tone } from "../pieces/palette"
import { Symbol, SymbolLabel } from "../pieces/symbol"

/** One outline around a group of cells: thick once it is chosen, else dashed. */
export function Group({ grid, ids, settled }: { grid: Grid; ids: readonly string[]; settled: boolean }): JSX.Element | null {
  if (ids.length === 0) return null
  const path = outline(grid, ids)
  return (
    <g class={settled ? "group settled" : "group"}>
      <path class="casing" d={path} />
      <path class="core" d={path} />
    </g>
  )
}

/** Pale pieces on empty cells: what would lie there, or is missing. */
export function Ghosts({
  cells,
  ghosts,
  prefix,
  stage,
}: {
  cells: readonly PlacedCell[]
  ghosts: Readonly<Record<string, Face>>
  prefix: string
  stage: Stage
}): JSX.Element {
  return (
    <g class="ghosts">
      {cells.map(({ cell, x, y }) => {
        const face = ghosts[prefix + cell[0]]
        const player = stage.players[face?.seat ?? -1]
        return (
          face && (
            <g key={cell[0]} transform={`translate(${x} ${y})`} style={{ color: player ? tone(player.colour).fill : "#888" }}>
              {face.kind && <Symbol kind={face.kind} colour={player?.colour} />}
              {face.label && <SymbolLabel name={face.kind ?? ""} text={face.label} />}
            </g>
          )
        )
      })}
    </g>
  )
}

interface HatchingProps {
  cells: readonly PlacedCell[]
  ids: ReadonlySet<string>
  /** Tells whether something is drawn on a cell: then only its rim is hatched. */
  isDrawn: (id: string) => boolean
  flat: boolean
}

/** Diagonal lines on cells that opponents could attack next: one path for all of them. */
export function Hatching({ cells, ids, isDrawn, flat }: HatchingProps): JSX.Element {
  const cornersAt = (radius: number): number[][] =>
    hexagon(flat, radius)
      .split(" ")
      .map((point) => point.split(",").map(Number))
  const [outer, inner] = [cornersAt(49), cornersAt(36)]
  const loop = (corners: number[][], { x, y }: PlacedCell): string =>
    `M${corners.map(([dx = 0, dy = 0]) => `${Math.round(x + dx)} ${Math.round(y + dy)}`).join("L")}Z`
  const path = cells
    .filter(({ cell }) => ids.has(cell[0]))
    .map((placed) => loop(outer, placed) + (isDrawn(placed.cell[0]) ? loop(inner, placed) : ""))
  return <path class="hatching" fill-rule="evenodd" d={path.join("")} />
}

export function HatchIcon(): JSX.Element {
  return (
    <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
      <path d="M2 10 10 2M2 18 18 2M10 18l8-8" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" />
    </svg>
  )
}
