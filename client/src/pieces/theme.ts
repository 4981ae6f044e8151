// The look of a game's table: its theme as classes and CSS custom properties.
import type { BoardState, Grid, Stage, Theme } from "../api/protocol"
import { bounds, centre, size, turnTowards } from "../scene/geometry"
import { upright } from "../ui/media"

/** Returns the colours of a theme as custom properties, each for light and dark. */
export function themeColours(theme: Theme | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(theme?.palette ?? {}).map(([role, [light, dark]]) => [`--w-${role}`, `light-dark(${light}, ${dark})`]),
  )
}

/** Returns the classes of an element that shows the table of a theme. */
export function themeClasses(theme: Theme | undefined): string {
  return `world surface-${theme?.surface ?? "plain"} board-${theme?.board ?? "plain"}${theme?.on_dark ? " on-dark" : ""}`
}

/** A quarter of a full turn, in steps of 30 degrees. */
const quarter = 3
const isPlain = (theme: Theme | undefined): boolean => (theme?.board ?? "plain") === "plain"

/** Tells whether a grid has larger cells on an upright phone after a quarter turn. */
function isWide(grid: Grid): boolean {
  const { w, h } = bounds(
    grid.cells.map((cell) => {
      const [x, y] = centre(cell[1], cell[2], grid.flat)
      return { cell, x, y }
    }),
    grid.flat,
  )
  return w > 1.25 * h
}

/** Returns by how many steps of 30 degrees a board is turned clockwise for a viewer; null while that is open. */
export function turnOf(stage: Stage, grid: Grid, state: BoardState, viewer: number): number | null {
  const { theme } = stage
  if (!upright.value) return 0
  if (!theme?.home || viewer < 0) return theme?.turn ?? (isPlain(theme) && isWide(grid) ? quarter : 0)
  const home = Object.entries(state.cells ?? {}).find(([, cell]) => cell.seat === viewer)?.[0]
  return home ? turnTowards(grid, home) : null
}

/** The space around the cells of a board, in SVG units, that its material takes. */
export function frame(theme: Theme | undefined, wide: boolean): [x: number, y: number] {
  switch (theme?.board) {
    case "coaster":
      return wide ? [92, 50] : [20, 14]
    case "island":
      return [size * 0.7, size * 0.8]
    case "none":
      return [10, 16]
    default:
      return [12, 12]
  }
}
