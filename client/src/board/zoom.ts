// Zoom and pan by wheel, pinch, drag or buttons; a drag does not count as a click.
import type { RefObject } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { bounds, type Box, type PlacedCell } from "../scene/geometry"
import { coarse } from "../ui/media"

/** Milliseconds that a finger rests on a cell before it points at it, as a mouse does. */
const holdDelay = 420
const maxScale = 6
/** The width of a cell in pixels that a finger can hit, and the one that the view goes to where cells are smaller. */
const smallestTarget = 40
const fingerSize = 56
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

/** Returns the box around the cells with these ids; null without ids. */
export function aimOf(cells: readonly PlacedCell[], ids: readonly string[], flat = false): Box | null {
  const wanted = new Set(ids)
  const found = ids.length > 0 ? cells.filter(({ cell }) => wanted.has(cell[0])) : []
  return found.length > 0 ? bounds(found, flat, 40) : null
}

/** Returns the view of a box, no larger than is good for fingers. */
function viewOf(aim: Box, full: Box, pixels: number): Viewport {
  const scale = Math.min(full.w / aim.w, full.h / aim.h, fingerSize / pixels)
  return clamped({ scale, x: (aim.x + aim.w / 2 - full.x) / full.w, y: (aim.y + aim.h / 2 - full.y) / full.h })
}

/**
 * Returns the part of a board to show, and the ways to change it. Where cells are too small for a finger, the view goes to
 * `aim`, what can be chosen now, and back to the whole board when there is nothing to aim at.
 */
export function useZoom(
  svg: RefObject<SVGSVGElement | null>,
  full: Box,
  decorative: boolean,
  aim: Box | null,
  onHold: (target: Element | null) => void,
): Zoom {
  const hold = useRef(onHold)
  hold.current = onHold
  const [viewport, set] = useState<Viewport>(wholeBoard)
  const now = useRef(viewport)
  now.current = viewport
  const aimed = useRef(false)
  useEffect(() => {
    const area = svg.current?.getBoundingClientRect()
    if (decorative || !area || !coarse.value) return
    const pixels = Math.min(area.width / full.w, area.height / full.h) * 86.6
    if (aim && pixels < smallestTarget && (aimed.current || now.current.scale === 1)) {
      aimed.current = true
      set(viewOf(aim, full, pixels))
    } else if (!aim && aimed.current) {
      aimed.current = false
      set(wholeBoard)
    }
  }, [aim?.x, aim?.y, aim?.w, aim?.h, full.w, full.h])
  useEffect(() => {
    const element = svg.current
    if (!element || decorative) return
    return listen(
      element,
      () => now.current,
      set,
      (target) => hold.current(target),
    )
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

function listen(
  element: SVGSVGElement,
  now: () => Viewport,
  set: (viewport: Viewport) => void,
  onHold: (target: Element | null) => void,
): () => void {
  const pointers = new Map<number, PointerEvent>()
  let moved = false
  let timer = 0
  let held = false
  /** Ends a long press, or the wait for one. */
  const release = (): void => {
    clearTimeout(timer)
    if (held) onHold(null)
  }
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
    release()
    held = false
    const { target } = event
    if (event.pointerType === "mouse" || pointers.size > 1 || !(target instanceof Element)) return
    timer = window.setTimeout(() => {
      held = true
      onHold(target)
    }, holdDelay)
  }
  const move = (event: PointerEvent): void => {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const other = [...pointers.values()].find((one) => one.pointerId !== event.pointerId)
    const distance = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY)
    if (!moved && !other && distance < dragThreshold) return
    moved = true
    release()
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
  const up = (event: PointerEvent): void => {
    if (pointers.delete(event.pointerId)) release()
  }
  // A long press opens no menu and is no click.
  const menu = (event: Event): void => {
    if (held || pointers.size > 0) event.preventDefault()
  }
  const click = (event: MouseEvent): void => {
    if (!moved && !held) return
    moved = held = false
    event.stopPropagation()
  }
  element.addEventListener("wheel", wheel, { passive: false })
  element.addEventListener("pointerdown", down)
  addEventListener("pointermove", move)
  addEventListener("pointerup", up)
  addEventListener("pointercancel", up)
  element.addEventListener("click", click, true)
  element.addEventListener("contextmenu", menu)
  return () => {
    release()
    element.removeEventListener("contextmenu", menu)
    element.removeEventListener("wheel", wheel)
    element.removeEventListener("pointerdown", down)
    removeEventListener("pointermove", move)
    removeEventListener("pointerup", up)
    removeEventListener("pointercancel", up)
    element.removeEventListener("click", click, true)
  }
}
