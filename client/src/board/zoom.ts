// Zoom and pan by wheel, pinch, drag or buttons; a drag does not count as a click.
import type { RefObject } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import type { Box } from "../scene/geometry"

const maxScale = 6
/** Pixels a pointer may move before a click becomes a drag. */
const dragThreshold = 6

interface Viewport {
  scale: number
  /** The centre, as fractions of the board's size. */
  x: number
  y: number
}

const wholeBoard: Viewport = { scale: 1, x: 0.5, y: 0.5 }

export interface Zoom {
  box: Box
  zoomed: boolean
  by: (factor: number) => void
  fit: () => void
}

function clamped(viewport: Viewport): Viewport {
  const scale = Math.min(maxScale, Math.max(1, viewport.scale))
  const half = 0.5 / scale
  const clamp = (value: number): number => Math.min(1 - half, Math.max(half, value))
  return scale <= 1.001 ? wholeBoard : { scale, x: clamp(viewport.x), y: clamp(viewport.y) }
}

/** Zooms around a point of the element, given as fractions of its size. */
function zoomed(viewport: Viewport, factor: number, px: number, py: number): Viewport {
  const scale = Math.min(maxScale, Math.max(1, viewport.scale * factor))
  const shift = 1 / viewport.scale - 1 / scale
  return clamped({ scale, x: viewport.x + (px - 0.5) * shift, y: viewport.y + (py - 0.5) * shift })
}

/** Returns the part of a board to show, and the ways to change it. */
export function useZoom(svg: RefObject<SVGSVGElement | null>, full: Box, decorative: boolean): Zoom {
  const [viewport, set] = useState<Viewport>(wholeBoard)
  const now = useRef(viewport)
  now.current = viewport
  useEffect(() => {
    const element = svg.current
    if (!element || decorative) return
    return listen(element, () => now.current, set)
  }, [decorative])
  const w = full.w / viewport.scale
  const h = full.h / viewport.scale
  return {
    box: { x: full.x + viewport.x * full.w - w / 2, y: full.y + viewport.y * full.h - h / 2, w, h },
    zoomed: viewport.scale > 1,
    by: (factor) => set(zoomed(viewport, factor, 0.5, 0.5)),
    fit: () => set(wholeBoard),
  }
}

function listen(element: SVGSVGElement, now: () => Viewport, set: (viewport: Viewport) => void): () => void {
  const pointers = new Map<number, PointerEvent>()
  let moved = false
  const fraction = (x: number, y: number): [number, number] => {
    const area = element.getBoundingClientRect()
    return [(x - area.left) / area.width, (y - area.top) / area.height]
  }
  const wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && now().scale <= 1 && event.deltaY > 0) return
    event.preventDefault()
    set(zoomed(now(), Math.exp(-event.deltaY / 300), ...fraction(event.clientX, event.clientY)))
  }
  const down = (event: PointerEvent): void => {
    pointers.set(event.pointerId, event)
    if (pointers.size === 1) moved = false
  }
  const move = (event: PointerEvent): void => {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const other = [...pointers.values()].find((one) => one.pointerId !== event.pointerId)
    const distance = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY)
    if (!moved && !other && distance < dragThreshold) return
    moved = true
    if (other) {
      const ratio =
        Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY) /
        Math.max(1, Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY))
      set(zoomed(now(), ratio, ...fraction((event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2)))
    } else if (now().scale > 1) {
      const [ax, ay] = fraction(before.clientX, before.clientY)
      const [bx, by] = fraction(event.clientX, event.clientY)
      set(clamped({ scale: now().scale, x: now().x - (bx - ax) / now().scale, y: now().y - (by - ay) / now().scale }))
    }
    pointers.set(event.pointerId, event)
  }
  const up = (event: PointerEvent): void => void pointers.delete(event.pointerId)
  const click = (event: MouseEvent): void => {
    if (!moved) return
    moved = false
    event.stopPropagation()
  }
  element.addEventListener("wheel", wheel, { passive: false })
  element.addEventListener("pointerdown", down)
  addEventListener("pointermove", move)
  addEventListener("pointerup", up)
  addEventListener("pointercancel", up)
  element.addEventListener("click", click, true)
  return () => {
    element.removeEventListener("wheel", wheel)
    element.removeEventListener("pointerdown", down)
    removeEventListener("pointermove", move)
    removeEventListener("pointerup", up)
    removeEventListener("pointercancel", up)
    element.removeEventListener("click", click, true)
  }
}
