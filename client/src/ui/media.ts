// What the screen is like, as signals.
import { signal, type ReadonlySignal } from "@preact/signals"

function watched(query: string): ReadonlySignal<boolean> {
  const list = globalThis.matchMedia?.(query)
  const matches = signal(list?.matches ?? false)
  list?.addEventListener("change", () => (matches.value = list.matches))
  return matches
}

/** A phone, or a window as narrow as one. */
export const narrow = watched("(max-width: 760px)")
/** A phone held upright, on which some boards are turned. */
export const upright = watched("(max-width: 760px) and (orientation: portrait)")
/** The width of the window in pixels. */
export const windowWidth = signal(globalThis.innerWidth ?? 0)
globalThis.addEventListener?.("resize", () => (windowWidth.value = innerWidth))
