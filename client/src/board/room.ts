// The part of a board without edges that is shown. It grows between turns only, so that cells keep their size while a turn is played.
import type { RefObject } from "preact"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { BoardState, Grid } from "../api/protocol"
import { bounds, contains, expandTo, movedTo, surroundings, type Box, type PlacedCell } from "../scene/geometry"
import { narrow, sideways, windowWidth } from "../ui/media"

/** Whether cells would be small: on a phone held upright. */
const isTight = (): boolean => narrow.value && !sideways.value
/** The least width and height that is shown, and those of a tight window. */
const rooms = { wide: [650, 500], tight: [450, 400] } as const
export const smallestRoom = (): readonly [number, number] => rooms[isTight() ? "tight" : "wide"]
/** How many steps around what lies there are shown: as far as most turns reach, and few, so that cells are large. */
const reach = 2
/** How much of a cell may be out of sight, so that its middle can still be clicked. */
const cutOff = 40
/** Milliseconds that it takes to grow. */
const growth = 350
const reducedMotion = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)")

/** The greatest ratio of the sides of a place that a box follows: a page that is being laid out can have a place like a strip. */
const longest = 4

/** Returns a box in the shape of its place on the page, at the same scale. */
function fitted(box: Box, place: Element | null): Box {
  const { width, height } = place?.getBoundingClientRect() ?? { width: 0, height: 0 }
  return width * longest > height && height * longest > width ? expandTo(box, (box.h * width) / height, (box.w * height) / width) : box
}

/** Returns the box of a cropped grid to show; null of another one. `cells` must be in sight, and `turn` names the turn. */
export function useRoom(
  grid: Grid | undefined,
  state: BoardState,
  cells: readonly PlacedCell[],
  turn: string,
  svg: RefObject<Element | null>,
): Box | null {
  const held = useRef<{ box: Box; turn: string; window: string } | null>(null)
  const wanted = useMemo(
    // There all but the middle of the outermost cells is out of sight.
    () =>
      grid?.crop ? expandTo(bounds(surroundings(grid, state, reach), grid.flat, isTight() ? -cutOff : undefined), ...smallestRoom()) : null,
    [grid, state.cells, isTight()],
  )
  const window = `${windowWidth.value} ${isTight()}`
  if (wanted) {
    const needed = cells.length > 0 ? bounds(cells, grid?.flat, -cutOff) : wanted
    const now = held.current
    // In another window, as after a phone was turned, it begins anew: it would only ever grow.
    if (now?.window !== window) held.current = { box: wanted, turn, window }
    else if (now.turn !== turn) held.current = { box: movedTo(now.box, wanted), turn, window }
    if (held.current && !contains(held.current.box, needed)) held.current.box = movedTo(fitted(held.current.box, svg.current), needed)
  }
  return useSmooth(wanted && held.current ? held.current.box : null, window)
}

/** Returns a box that follows another one smoothly, but at once in another window. */
function useSmooth(to: Box | null, window: string): Box | null {
  const [shown, show] = useState(to)
  const now = useRef(to)
  const latest = useRef(window)
  useEffect(() => {
    const from = now.current
    const isOther = latest.current !== window
    latest.current = window
    if (!to || !from || isOther || reducedMotion?.matches) {
      now.current = to
      show(to)
      return
    }
    const begin = performance.now()
    let frame = 0
    const step = (time: number): void => {
      const part = Math.max(0, Math.min(1, (time - begin) / growth))
      const between = (a: number, b: number): number => a + (b - a) * part * part * (3 - 2 * part)
      now.current = { x: between(from.x, to.x), y: between(from.y, to.y), w: between(from.w, to.w), h: between(from.h, to.h) }
      show(now.current)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [to?.x, to?.y, to?.w, to?.h, window])
  return reducedMotion?.matches ? to : shown
}
