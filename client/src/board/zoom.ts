// Looking closer at a board: wheel, pinch and buttons zoom, dragging moves; a click stays a click.
import { useEffect, useRef, useState } from "preact/hooks"
import type { RefObject } from "preact"
import type { Box } from "../scene/geometry"

const closest = 6
const slack = 6

interface Sight {
  scale: number
  /** The middle of what is seen, as a share of the board. */
  x: number
  y: number
}

const whole: Sight = { scale: 1, x: 0.5, y: 0.5 }

export interface Zoom {
  box: Box
  zoomed: boolean
  by: (factor: number) => void
  fit: () => void
}

function limited(sight: Sight): Sight {
  const scale = Math.min(closest, Math.max(1, sight.scale))
  const half = 0.5 / scale
  const hold = (value: number): number => Math.min(1 - half, Math.max(half, value))
  return scale <= 1.001 ? whole : { scale, x: hold(sight.x), y: hold(sight.y) }
}

/** Zooms around a point of the page element, given as shares of its size. */
function closer(sight: Sight, factor: number, px: number, py: number): Sight {
  const scale = Math.min(closest, Math.max(1, sight.scale * factor))
  const shift = 1 / sight.scale - 1 / scale
  return limited({ scale, x: sight.x + (px - 0.5) * shift, y: sight.y + (py - 0.5) * shift })
}

export function useZoom(svg: RefObject<SVGSVGElement | null>, all: Box, still: boolean): Zoom {
  const [sight, set] = useState<Sight>(whole)
  const now = useRef(sight)
  now.current = sight
  useEffect(() => {
    const element = svg.current
    if (!element || still) return
    return listen(element, () => now.current, set)
  }, [still])
  const w = all.w / sight.scale
  const h = all.h / sight.scale
  return {
    box: { x: all.x + sight.x * all.w - w / 2, y: all.y + sight.y * all.h - h / 2, w, h },
    zoomed: sight.scale > 1,
    by: (factor) => set(closer(sight, factor, 0.5, 0.5)),
    fit: () => set(whole),
  }
}

function listen(element: SVGSVGElement, now: () => Sight, set: (sight: Sight) => void): () => void {
  const fingers = new Map<number, PointerEvent>()
  let moved = false
  const share = (x: number, y: number): [number, number] => {
    const area = element.getBoundingClientRect()
    return [(x - area.left) / area.width, (y - area.top) / area.height]
  }
  const wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && now().scale <= 1 && event.deltaY > 0) return
    event.preventDefault()
    set(closer(now(), Math.exp(-event.deltaY / 300), ...share(event.clientX, event.clientY)))
  }
  const down = (event: PointerEvent): void => {
    fingers.set(event.pointerId, event)
    if (fingers.size === 1) moved = false
  }
  const move = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId)
    if (!before) return
    const other = [...fingers.values()].find((one) => one.pointerId !== event.pointerId)
    const far = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY)
    if (!moved && !other && far < slack) return
    moved = true
    if (other) {
      const ratio =
        Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY) /
        Math.max(1, Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY))
      set(closer(now(), ratio, ...share((event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2)))
    } else if (now().scale > 1) {
      const [ax, ay] = share(before.clientX, before.clientY)
      const [bx, by] = share(event.clientX, event.clientY)
      set(limited({ scale: now().scale, x: now().x - (bx - ax) / now().scale, y: now().y - (by - ay) / now().scale }))
    }
    fingers.set(event.pointerId, event)
  }
  const up = (event: PointerEvent): void => void fingers.delete(event.pointerId)
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
