// What a person has set, kept in this browser.
import { effect, signal, type Signal } from "@preact/signals"

export type Theme = "system" | "light" | "dark"

function kept<T>(name: string, first: T, allowed?: readonly T[]): Signal<T> {
  const key = `bestagon.${name}`
  const cell = signal<T>(first)
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null") as T | null
    if (found !== null && typeof found === typeof first && (!allowed || allowed.includes(found as T))) cell.value = found as T
  } catch {
    // A browser that keeps nothing gets the usual settings.
  }
  effect(() => {
    const text = JSON.stringify(cell.value)
    try {
      localStorage.setItem(key, text)
    } catch {
      // As above.
    }
  })
  return cell
}

export const theme = kept<Theme>("theme", "system", ["system", "light", "dark"])
/** Whether an action is asked for once more before it is sent. */
export const confirming = kept<boolean>("confirm", false)
export const coordinates = kept<boolean>("coordinates", true)
/** The lessons that were done here, such as `beerhex/2`. */
export const learned = kept<string[]>("learned", [])
export const languages = ["en", "de"] as const
export type Language = (typeof languages)[number]
export const language = kept<Language | "system">("language", "system", ["system", ...languages])
export const myName = kept<string>("name", "")
/** Whether moves can be heard. */
export const sounds = kept<boolean>("sounds", false)

/** A game that was watched here. */
export interface Watched {
  table: string
  title: string
  /** Who played, by seat. */
  names: string[]
}

/** So many are remembered; the service worker keeps a few more pictures than that. */
const memory = 20
export const watched = kept<Watched[]>("watched", [])

/** Remembers a game that is watched, the latest first. */
export function watch(one: Watched): void {
  watched.value = [one, ...watched.value.filter((other) => other.table !== one.table)].slice(0, memory)
}

/** Keeps the page's colours as set. */
export function start(): void {
  effect(() => {
    const root = document.documentElement
    if (theme.value === "system") delete root.dataset.theme
    else root.dataset.theme = theme.value
  })
}
