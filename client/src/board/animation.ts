// Pieces that went from one cell to another slide there; nothing moves for people who prefer it so.
import { useEffect, useRef } from "preact/hooks"
import type { RefObject } from "preact"
import type { BoardState, Grid, Piece } from "../api/protocol"
import { places } from "../scene/geometry"

const duration = 260
const still = matchMedia("(prefers-reduced-motion: reduce)")

function look(piece: Piece): string {
  return [piece.kind, piece.seat ?? -1, piece.label ?? ""].join(" ")
}

/** Where pieces were that are gone, and where pieces are that were not, by what they look like. */
function changes(before: BoardState, after: BoardState): [Map<string, string[]>, Map<string, string[]>] {
  const left = new Map<string, string[]>()
  const come = new Map<string, string[]>()
  const note = (to: Map<string, string[]>, piece: Piece, id: string): void => void to.set(look(piece), [...(to.get(look(piece)) ?? []), id])
  for (const id of new Set([...Object.keys(before.cells ?? {}), ...Object.keys(after.cells ?? {})])) {
    const old = before.cells?.[id]?.piece
    const now = after.cells?.[id]?.piece
    if (old && (!now || look(old) !== look(now))) note(left, old, id)
    if (now && (!old || look(old) !== look(now))) note(come, now, id)
  }
  return [left, come]
}

/** Slides every piece of which it is clear where it came from. */
export function useMoving(svg: RefObject<SVGSVGElement | null>, grid: Grid | undefined, field: BoardState, prefix: string): void {
  const before = useRef(field)
  useEffect(() => {
    const old = before.current
    before.current = field
    if (!grid || old === field || still.matches) return
    const [left, come] = changes(old, field)
    for (const [kind, [to, more]] of come) {
      const [from, other] = left.get(kind) ?? []
      if (from === undefined || to === undefined || other !== undefined || more !== undefined) continue
      const a = places(grid).get(from)
      const b = places(grid).get(to)
      const piece = svg.current?.querySelector<SVGGElement>(`[data-id="${CSS.escape(prefix + to)}"] .piece`)
      if (a && b && piece) slide(piece, a.x - b.x, a.y - b.y)
    }
  }, [field])
}

function slide(piece: SVGGElement, dx: number, dy: number): void {
  piece.animate(
    [
      { transform: `translate(${dx}px, ${dy}px)`, opacity: 1 },
      { transform: "none", opacity: 1 },
    ],
    {
      duration,
      easing: "ease-in-out",
    },
  )
}
