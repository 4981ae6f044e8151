// Client-side routing: the path decides the page, and links within the site do not reload it.
import { signal } from "@preact/signals"

export const path = signal(location.pathname)

/** Goes to another page of the site; `replace` leaves no entry in the history. */
export function navigate(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to)
  else history.pushState(null, "", to)
  path.value = location.pathname
  if (!replace) scrollTo(0, 0)
}

/** Returns the segments of the path as they are: decoded, one from a stranger's link could lead requests to another address. */
export function segments(): string[] {
  return path.value.split("/").filter(Boolean)
}

function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return
  if (link.pathname === location.pathname && link.hash) return
  event.preventDefault()
  navigate(link.pathname + link.search + link.hash)
}

/** Starts to follow links and the history. */
export function startRouter(): void {
  addEventListener("popstate", () => (path.value = location.pathname))
  document.addEventListener("click", followLink)
}
