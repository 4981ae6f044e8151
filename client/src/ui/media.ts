// What the screen is like, as signals.
import { signal, type ReadonlySignal } from "@preact/signals"

function watched(query: string): ReadonlySignal<boolean> {
  const list = globalThis.matchMedia?.(query)
  const matches = signal(list?.matches ?? false)
  list?.addEventListener("change", () => (matches.value = list.matches))
  return matches
}

/** A phone, or a window as narrow or as low as one. */
export const narrow = watched("(max-width: 820px), (max-height: 520px)")
/** A phone held sideways: its controls are beside the board. */
export const sideways = watched("(max-height: 520px) and (min-width: 560px)")
/** A phone held upright, on which some boards are turned. */
export const upright = watched("(max-width: 820px) and (orientation: portrait)")
/** A screen that is touched. */
export const coarse = watched("(pointer: coarse)")
/** The width of the window in pixels. */
export const windowWidth = signal(globalThis.innerWidth ?? 0)
globalThis.addEventListener?.("resize", () => (windowWidth.value = innerWidth))
/** Whether the system asks for less motion. */
export const reducedMotion = watched("(prefers-reduced-motion: reduce)")
