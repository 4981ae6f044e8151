// The address decides the page; links within the site do not load it again.
import { signal } from "@preact/signals"

export const path = signal(location.pathname)

/** Goes to another page of the site. */
export function go(to: string, instead = false): void {
  if (instead) history.replaceState(null, "", to)
  else history.pushState(null, "", to)
  path.value = location.pathname
  if (!instead) scrollTo(0, 0)
}

/** The parts of the address between slashes. */
export function parts(): string[] {
  return path.value.split("/").filter(Boolean).map(decodeURIComponent)
}

function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return
  if (link.pathname === location.pathname && link.hash) return
  event.preventDefault()
  go(link.pathname + link.search + link.hash)
}

/** Begins to listen. */
export function start(): void {
  addEventListener("popstate", () => (path.value = location.pathname))
  document.addEventListener("click", follow)
}
