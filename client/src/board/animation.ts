// Slides pieces that moved from one cell to another, unless the user prefers reduced motion.
import type { RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { BoardState, Grid, Piece } from "../api/protocol"
import { placedCells } from "../scene/geometry"

const duration = 260
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)")

function appearance(piece: Piece): string {
  return [piece.kind, piece.seat ?? -1, piece.label ?? ""].join(" ")
}

/** Returns the cells that pieces left and the cells where pieces appeared, by the pieces' appearance. */
function changes(before: BoardState, after: BoardState): [Map<string, string[]>, Map<string, string[]>] {
  const left = new Map<string, string[]>()
  const arrived = new Map<string, string[]>()
  const note = (to: Map<string, string[]>, piece: Piece, id: string): void =>
    void to.set(appearance(piece), [...(to.get(appearance(piece)) ?? []), id])
  for (const id of new Set([...Object.keys(before.cells ?? {}), ...Object.keys(after.cells ?? {})])) {
    const old = before.cells?.[id]?.piece
    const now = after.cells?.[id]?.piece
    if (old && (!now || appearance(old) !== appearance(now))) note(left, old, id)
    if (now && (!old || appearance(old) !== appearance(now))) note(arrived, now, id)
  }
  return [left, arrived]
}

/** Animates each piece whose origin is unambiguous: pieces are matched by appearance, since the protocol gives them no identity. */
export function useSlidingPieces(svg: RefObject<SVGSVGElement | null>, grid: Grid | undefined, state: BoardState, prefix: string): void {
  const before = useRef(state)
  useEffect(() => {
    const old = before.current
    before.current = state
    if (!grid || old === state || reducedMotion.matches) return
    const [left, arrived] = changes(old, state)
    for (const [kind, [to, more]] of arrived) {
      const [from, other] = left.get(kind) ?? []
      if (from === undefined || to === undefined || other !== undefined || more !== undefined) continue
      const a = placedCells(grid).get(from)
      const b = placedCells(grid).get(to)
      const piece = svg.current?.querySelector<SVGGElement>(`[data-id="${CSS.escape(prefix + to)}"] .piece`)
      if (a && b && piece) slide(piece, a.x - b.x, a.y - b.y)
    }
  }, [state])
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
