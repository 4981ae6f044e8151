// Hexagon geometry in SVG units. A cell's circumradius is 50, the scale in which the symbols are drawn.
import type { Cell, BoardState, Grid } from "../api/protocol"

/** A cell's circumradius. */
export const size = 50
const root3 = Math.sqrt(3)
/** Axial steps to the six neighbours, anticlockwise from the right. */
const directions: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
]

/** A cell with the position of its centre. */
export interface PlacedCell {
  cell: Cell
  x: number
  y: number
}

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** Returns the centre of a cell given in axial coordinates. */
export function centre(q: number, r: number, flat = false): [number, number] {
  return flat ? [size * 1.5 * q, size * root3 * (r + q / 2)] : [size * root3 * (q + r / 2), size * 1.5 * r]
}

function corner(n: number, flat: boolean, radius: number): [number, number] {
  const angle = (n * Math.PI) / 3 + (flat ? 0 : Math.PI / 6)
  return [radius * Math.cos(angle), radius * Math.sin(angle)]
}

const rounded = (value: number): string => String(Math.round(value * 100) / 100)

/** Returns the `points` of a hexagon around the origin; cached, since every cell asks for the same few. */
export function hexagon(flat = false, radius = size): string {
  const key = flat ? -radius : radius
  let found = outlines.get(key)
  if (found === undefined) {
    found = Array.from({ length: 6 }, (_, n) => corner(n, flat, radius).map(rounded).join(",")).join(" ")
    outlines.set(key, found)
  }
  return found
}

const outlines = new Map<number, string>()

/** Returns the path of a cell's edge that faces a direction (0 to 5, anticlockwise from the right). */
function edge(x: number, y: number, direction: number, flat: boolean): string {
  // With flat tops direction 0 points to the lower right, between corners 0 and 1 instead of 5 and 0.
  const first = (flat ? 12 : 11) - direction
  const [ax, ay] = corner(first, flat, size)
  const [bx, by] = corner(first + 1, flat, size)
  return `M${rounded(x + ax)} ${rounded(y + ay)}L${rounded(x + bx)} ${rounded(y + by)}`
}

const placedByGrid = new WeakMap<Grid, Map<string, PlacedCell>>()

/** Returns the cells of a grid by id; cached per grid. */
export function placedCells(grid: Grid): Map<string, PlacedCell> {
  let found = placedByGrid.get(grid)
  if (!found) {
    found = new Map(
      grid.cells.map((cell) => {
        const [x, y] = centre(cell[1], cell[2], grid.flat)
        return [cell[0], { cell, x, y }]
      }),
    )
    placedByGrid.set(grid, found)
  }
  return found
}

const turnedGrids = new WeakMap<Grid, Map<number, Grid>>()

/** Returns a grid turned clockwise by steps of 30 degrees; cached per grid. Odd steps exchange pointy and flat tops. */
export function turnedGrid(grid: Grid, turn: number): Grid {
  if (turn % 12 === 0) return grid
  const known = turnedGrids.get(grid) ?? new Map<number, Grid>()
  turnedGrids.set(grid, known)
  let found = known.get(turn)
  if (!found) {
    const sixths = sixthsOf(grid, turn)
    const cells = grid.cells.map((cell): Cell => {
      let [, q, r] = cell
      for (let n = 0; n < sixths; n++) [q, r] = [-r, q + r]
      return [cell[0], q, r, ...cell.slice(3)] as unknown as Cell
    })
    const sides = grid.sides?.map((side) => ({
      ...side,
      edges: side.edges.map(([id, direction]): [string, number] => [id, (direction + 6 - sixths) % 6]),
    }))
    found = { ...grid, cells, flat: (turn % 2 !== 0) !== (grid.flat ?? false), ...(sides ? { sides } : {}) }
    known.set(turn, found)
  }
  return found
}

/** Returns the whole sixths of a turn; a grid with flat tops is already turned by 30 degrees. */
const sixthsOf = (grid: Grid, turn: number): number => (Math.floor((turn + (grid.flat ? 1 : 0)) / 2) + 6) % 6

/** Returns the steps of 30 degrees that bring a cell closest to straight below the centre of its grid. */
export function turnTowards(grid: Grid, id: string): number {
  const all = [...placedCells(grid).values()]
  const at = placedCells(grid).get(id)
  if (!at) return 0
  const x = at.x - all.reduce((sum, placed) => sum + placed.x, 0) / all.length
  const y = at.y - all.reduce((sum, placed) => sum + placed.y, 0) / all.length
  const steps = Math.round(((Math.PI / 2 - Math.atan2(y, x)) / Math.PI) * 6)
  return (steps + 24) % 12
}

/** Returns the path of edges given as pairs of cell id and direction. */
export function edges(grid: Grid, list: readonly (readonly [string, number])[]): string {
  const all = placedCells(grid)
  return list
    .map(([id, direction]) => {
      const at = all.get(id)
      return at ? edge(at.x, at.y, direction, grid.flat ?? false) : ""
    })
    .join("")
}

/**
 * Returns where to print the badges of a side: outside, one beside the middle of each of its parts that hang together.
 * The notches between cells may be taken by letters and numbers (`ruled`).
 */
export function badgePlaces(grid: Grid, list: readonly (readonly [string, number])[], ruled = false): [x: number, y: number][] {
  const all = placedCells(grid)
  const parts: PlacedCell[][] = []
  for (const [id] of list) {
    const at = all.get(id)
    if (!at) continue
    const part = parts.find((one) => one.some((other) => Math.hypot(other.x - at.x, other.y - at.y) < size * 2))
    if (!part) parts.push([at])
    else if (!part.includes(at)) part.push(at)
  }
  const { x, y, w, h } = bounds([...all.values()], grid.flat, 0)
  const [midX, midY] = [x + w / 2, y + h / 2]
  return parts.map((part) => {
    const [a, b] = [part[0], part[part.length - 1]] as [PlacedCell, PlacedCell]
    // Square to the side, away from the centre of the board; between two cells, where the edge has its notch, or above a cell.
    const [nx, ny] = [-(b.y - a.y), b.x - a.x]
    const length = Math.hypot(nx, ny) || 1
    const near = part[Math.floor(part.length / 2)] as PlacedCell
    const before = part[Math.floor(part.length / 2) - 1] ?? near
    const [cx, cy] = ruled ? [before.x, before.y] : [(near.x + before.x) / 2, (near.y + before.y) / 2]
    const away = Math.sign(nx * (cx - midX) + ny * (cy - midY)) || 1
    const out = (away * (size + (ruled ? 25 : 12))) / length
    return [Math.round(cx + nx * out), Math.round(cy + ny * out)]
  })
}

/** Returns the path around a group of cells. */
export function outline(grid: Grid, ids: readonly string[]): string {
  const all = placedCells(grid)
  const inside = new Set(
    ids.map((id) => {
      const at = all.get(id)
      return at ? `${at.cell[1]} ${at.cell[2]}` : ""
    }),
  )
  const found: [string, number][] = []
  for (const id of ids) {
    const at = all.get(id)
    if (!at) continue
    directions.forEach(([q, r], direction) => {
      if (!inside.has(`${at.cell[1] + q} ${at.cell[2] + r}`)) found.push([id, direction])
    })
  }
  return edges(grid, found)
}

/** Returns a number from -1 to 1 that depends on two coordinates only, so that what is drawn by hand never dances. */
function wobble(x: number, y: number): number {
  const value = Math.sin(x * 12.9898 + y * 78.233) * 43758.5453
  return 2 * (value - Math.floor(value)) - 1
}

/** Returns the path of all edges of a grid, each once, as drawn by hand: corners a little off, edges a little bent. */
export function pencilled(grid: Grid): string {
  const seen = new Set<string>()
  let path = ""
  for (const { x, y } of placedCells(grid).values()) {
    for (let n = 0; n < 6; n++) {
      const ends = [corner(n, grid.flat ?? false, size), corner(n + 1, grid.flat ?? false, size)].map(([a, b]): [number, number] => [
        Math.round(x + a),
        Math.round(y + b),
      ])
      ends.sort(([ax, ay], [bx, by]) => ax - bx || ay - by)
      const key = ends.join(" ")
      if (seen.has(key)) continue
      seen.add(key)
      const [from, to] = ends.map(([a, b]): [number, number] => [a + 1.3 * wobble(a, b), b + 1.3 * wobble(b, a)]) as [
        [number, number],
        [number, number],
      ]
      const bend = 1.6 * wobble(from[0] + to[0], from[1] + to[1])
      path += `M${from.map(rounded).join(" ")}Q${rounded((from[0] + to[0]) / 2 + bend)} ${rounded((from[1] + to[1]) / 2 - bend)} ${to.map(rounded).join(" ")}`
    }
  }
  return path
}

/** A label at the edge of a board, for a row or column of cells. */
export interface RulerLabel {
  text: string
  x: number
  y: number
}

/** Returns the letters and numbers of the cells' names, each just outside of its row or column. */
export function rulers(cells: readonly PlacedCell[], distance: number): RulerLabel[] {
  const lines = new Map<string, PlacedCell[]>()
  for (const placed of cells)
    for (const part of /^([a-z]+)(\d+)$/.exec(placed.cell[0])?.slice(1) ?? []) lines.set(part, [...(lines.get(part) ?? []), placed])
  return [...lines].flatMap(([text, line]) => {
    const letters = /^[a-z]/.test(text)
    const order = [...line].sort((a, b) => (letters ? a.y - b.y || a.x - b.x : a.x - b.x || a.y - b.y))
    const [first, second] = order
    if (!first || !second) return []
    const length = Math.hypot(second.x - first.x, second.y - first.y)
    const [dx, dy] = [(first.x - second.x) / length, (first.y - second.y) / length]
    return [{ text, x: first.x + dx * distance, y: first.y + dy * distance }]
  })
}

/** Returns the cells to draw: all of them, or on a cropped grid the ones in use (or in `also`) and their neighbours. */
export function visibleCells(grid: Grid, state: BoardState, also: ReadonlySet<string>): PlacedCell[] {
  const all = placedCells(grid)
  if (!grid.crop) return [...all.values()]
  const near = new Set<string>()
  const addWithNeighbours = ({ cell: [, q, r] }: PlacedCell): void => {
    near.add(`${q} ${r}`)
    for (const [dq, dr] of directions) near.add(`${q + dq} ${r + dr}`)
  }
  for (const [id, placed] of all) if (state.cells?.[id] || also.has(id)) addWithNeighbours(placed)
  if (near.size === 0) for (const placed of all.values()) if (placed.cell[1] === 0 && placed.cell[2] === 0) addWithNeighbours(placed)
  return [...all.values()].filter(({ cell: [, q, r] }) => near.has(`${q} ${r}`))
}

/** Returns the cells that are at most `reach` steps away from one in use, or from the middle of an empty grid. */
export function surroundings(grid: Grid, state: BoardState, reach: number): PlacedCell[] {
  const all = [...placedCells(grid).values()]
  const used = all.filter(({ cell }) => state.cells?.[cell[0]])
  const from = (used.length > 0 ? used : all.filter(({ cell }) => cell[1] === 0 && cell[2] === 0)).map(({ cell }) => cell)
  return all.filter(({ cell: [, q, r] }) =>
    from.some(([, fq, fr]) => Math.max(Math.abs(q - fq), Math.abs(r - fr), Math.abs(q + r - fq - fr)) <= reach),
  )
}

/** Returns the bounding box of cells, with a margin. */
export function bounds(cells: readonly PlacedCell[], flat = false, margin = 10): Box {
  const [halfWidth, halfHeight] = flat ? [size, (size * root3) / 2] : [(size * root3) / 2, size]
  const xs = cells.map((placed) => placed.x)
  const ys = cells.map((placed) => placed.y)
  const x = Math.min(...xs) - halfWidth - margin
  const y = Math.min(...ys) - halfHeight - margin
  return { x, y, w: Math.max(...xs) + halfWidth + margin - x, h: Math.max(...ys) + halfHeight + margin - y }
}

/** Returns a box with the same centre that is at least `w` by `h`. */
export function expandTo(box: Box, w: number, h: number): Box {
  const [extraWidth, extraHeight] = [Math.max(0, w - box.w), Math.max(0, h - box.h)]
  return { x: box.x - extraWidth / 2, y: box.y - extraHeight / 2, w: box.w + extraWidth, h: box.h + extraHeight }
}

/** Returns a box that is moved only as far as it must be to contain another one, and is larger only where the other one is. */
export function movedTo(box: Box, inner: Box): Box {
  const [w, h] = [Math.max(box.w, inner.w), Math.max(box.h, inner.h)]
  const between = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))
  return { x: between(box.x, inner.x + inner.w - w, inner.x), y: between(box.y, inner.y + inner.h - h, inner.y), w, h }
}

/** Tells whether a box contains another one. */
export function contains(a: Box, b: Box): boolean {
  return a.x <= b.x && a.y <= b.y && a.x + a.w >= b.x + b.w && a.y + a.h >= b.y + b.h
}

/** The letter keys of the six directions, clockwise from the left (pointy tops) or the upper left (flat tops). */
const letters = ["q", "w", "e", "d", "s", "a"]
const arrows: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** Returns the screen direction of a cursor key as a unit vector, or null for other keys. */
export function keyDirection(key: string, flat = false): readonly [number, number] | null {
  const arrow = arrows[key]
  if (arrow) return arrow
  const n = letters.indexOf(key.toLowerCase())
  if (n < 0) return null
  const angle = Math.PI + (n * Math.PI) / 3 + (flat ? Math.PI / 6 : 0)
  return [Math.cos(angle), Math.sin(angle)]
}

/**
 * Returns the cell to which the cursor moves from a cell in a direction: the nearest, preferably straight ahead.
 * Up and down prefer the column `column`, so that a zigzag over rows does not drift sideways.
 */
export function neighbourTowards(
  cells: readonly PlacedCell[],
  from: PlacedCell,
  direction: readonly [number, number],
  column: number,
): PlacedCell | null {
  let best: PlacedCell | null = null
  let least = Infinity
  for (const placed of cells) {
    const dx = placed.x - from.x
    const dy = placed.y - from.y
    const ahead = dx * direction[0] + dy * direction[1]
    if (ahead < size / 2) continue
    const aside = dx * -direction[1] + dy * direction[0]
    if (Math.abs(aside) > ahead * 1.05) continue
    const cost = ahead + Math.abs(aside) * 1.6 + (direction[0] === 0 ? Math.abs(placed.x - column) * 0.05 : 0)
    if (cost < least) [least, best] = [cost, placed]
  }
  return best
}
