// Moves a piece along the path that a beat tells, unless the user prefers reduced motion.
import type { RefObject } from "preact"
import { useEffect } from "preact/hooks"
import type { Grid } from "../api/protocol"
import { placedCells } from "../scene/geometry"
import type { Highlights } from "../board/board"

const perCell = 190
const longest = 900
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)")
/** The kinds of beats whose ids are a path. */
const travelling = new Set(["move", "merge", "capture"])

/** Slides the piece at the end of a told path from its start, cell by cell. */
export function useMovingPiece(
  svg: RefObject<SVGSVGElement | null>,
  grid: Grid | undefined,
  told: Highlights["told"],
  prefix: string,
): void {
  const path = told && travelling.has(told.kind) ? [...told.ids].join(" ") : ""
  useEffect(() => {
    const ids = path.split(" ")
    const last = ids[ids.length - 1]
    if (!grid || ids.length < 2 || last === undefined || reducedMotion.matches) return
    const places = ids.flatMap((id) => (id.startsWith(prefix) ? (placedCells(grid).get(id.slice(prefix.length)) ?? []) : []))
    const end = places[places.length - 1]
    const piece = svg.current?.querySelector<SVGGElement>(`[data-id="${CSS.escape(last)}"] .piece`)
    if (!end || !piece || places.length < ids.length) return
    piece.animate(
      places.map(({ x, y }) => ({ transform: `translate(${x - end.x}px, ${y - end.y}px)`, opacity: 1 })),
      { duration: Math.min(longest, perCell * Math.max(2, places.length)), easing: "ease-in-out" },
    )
  }, [path])
}
