// Hexagons to places: fifty units from the middle of a cell to its corner, as the symbols are drawn.
import type { Cell, BoardState, Grid } from "../api/protocol"

export const size = 50
const root3 = Math.sqrt(3)
const steps: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
]

export interface Place {
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

export function centre(q: number, r: number, flat = false): [number, number] {
  return flat ? [size * 1.5 * q, size * root3 * (r + q / 2)] : [size * root3 * (q + r / 2), size * 1.5 * r]
}

function corner(n: number, flat: boolean, radius: number): [number, number] {
  const turn = (n * Math.PI) / 3 + (flat ? 0 : Math.PI / 6)
  return [radius * Math.cos(turn), radius * Math.sin(turn)]
}

const fixed = (value: number): string => String(Math.round(value * 100) / 100)

/** The outline of a hexagon around the origin. */
export function hexagon(flat = false, radius = size): string {
  const key = flat ? -radius : radius
  let found = outlines.get(key)
  if (found === undefined) {
    found = points(flat, radius)
    outlines.set(key, found)
  }
  return found
}

const outlines = new Map<number, string>()

function points(flat: boolean, radius: number): string {
  return Array.from({ length: 6 }, (_, n) => corner(n, flat, radius).map(fixed).join(",")).join(" ")
}

/** The edge of a cell that looks in a direction (0 to 5, anticlockwise from the right), as a path. */
function edge(x: number, y: number, direction: number, flat: boolean): string {
  const [ax, ay] = corner((11 - direction) % 6, flat, size)
  const [bx, by] = corner((12 - direction) % 6, flat, size)
  return `M${fixed(x + ax)} ${fixed(y + ay)}L${fixed(x + bx)} ${fixed(y + by)}`
}

const byId = new WeakMap<Grid, Map<string, Place>>()

/** Every cell of a grid by its own id. */
export function places(grid: Grid): Map<string, Place> {
  let found = byId.get(grid)
  if (!found) {
    found = new Map(
      grid.cells.map((cell) => {
        const [x, y] = centre(cell[1], cell[2], grid.flat)
        return [cell[0], { cell, x, y }]
      }),
    )
    byId.set(grid, found)
  }
  return found
}

/** The path of edges given as cells and directions. */
export function edges(grid: Grid, list: readonly (readonly [string, number])[]): string {
  const all = places(grid)
  return list
    .map(([id, direction]) => {
      const at = all.get(id)
      return at ? edge(at.x, at.y, direction, grid.flat ?? false) : ""
    })
    .join("")
}

/** The path around a group of cells. */
export function outline(grid: Grid, ids: readonly string[]): string {
  const all = places(grid)
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
    steps.forEach(([q, r], direction) => {
      if (!inside.has(`${at.cell[1] + q} ${at.cell[2] + r}`)) found.push([id, direction])
    })
  }
  return edges(grid, found)
}

/** The cells to draw: all, or of a large table those in use (or in `also`) and the ones around them. */
export function shown(grid: Grid, field: BoardState, also: ReadonlySet<string>): Place[] {
  const all = places(grid)
  if (!grid.crop) return [...all.values()]
  const near = new Set<string>()
  const use = (place: Place): void => {
    const [, q, r] = place.cell
    near.add(`${q} ${r}`)
    for (const [a, b] of steps) near.add(`${q + a} ${r + b}`)
  }
  for (const [id, place] of all) if (field.cells?.[id] || also.has(id)) use(place)
  if (near.size === 0) for (const place of all.values()) if (place.cell[1] === 0 && place.cell[2] === 0) use(place)
  return [...all.values()].filter((place) => near.has(`${place.cell[1]} ${place.cell[2]}`))
}

/** The room that cells take, with a margin. */
export function bounds(list: readonly Place[], flat = false, margin = 10): Box {
  const [wide, high] = flat ? [size, (size * root3) / 2] : [(size * root3) / 2, size]
  const xs = list.map((place) => place.x)
  const ys = list.map((place) => place.y)
  const x = Math.min(...xs) - wide - margin
  const y = Math.min(...ys) - high - margin
  return { x, y, w: Math.max(...xs) + wide + margin - x, h: Math.max(...ys) + high + margin - y }
}

/** The same middle, with at least so much room. */
export function atLeast(box: Box, w: number, h: number): Box {
  const [wide, high] = [Math.max(0, w - box.w), Math.max(0, h - box.h)]
  return { x: box.x - wide / 2, y: box.y - high / 2, w: box.w + wide, h: box.h + high }
}

/** The keys around the six directions, clockwise from the left (pointy tops) or upper left (flat tops). */
const ring = ["q", "w", "e", "d", "s", "a"]
const arrows: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** Which way a key leads, as a step on the page; null for other keys. */
export function way(key: string, flat = false): readonly [number, number] | null {
  const arrow = arrows[key]
  if (arrow) return arrow
  const at = ring.indexOf(key.toLowerCase())
  if (at < 0) return null
  const turn = Math.PI + (at * Math.PI) / 3 + (flat ? Math.PI / 6 : 0)
  return [Math.cos(turn), Math.sin(turn)]
}

/** The cell that lies that way from a place: the nearest, and rather straight on; `lean` draws it to one side. */
export function walk(list: readonly Place[], from: Place, to: readonly [number, number], lean: number): Place | null {
  let best: Place | null = null
  let least = Infinity
  for (const place of list) {
    const dx = place.x - from.x
    const dy = place.y - from.y
    const ahead = dx * to[0] + dy * to[1]
    if (ahead < size / 2) continue
    const aside = dx * -to[1] + dy * to[0]
    if (Math.abs(aside) > ahead * 1.05) continue
    const cost = ahead + Math.abs(aside) * 1.6 + (to[0] === 0 ? Math.abs(place.x - lean) * 0.05 : 0)
    if (cost < least) [least, best] = [cost, place]
  }
  return best
}
