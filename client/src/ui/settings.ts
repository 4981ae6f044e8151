// Settings and personal lists, persisted in this browser.
import { effect, signal, type Signal } from "@preact/signals"
import { speeds, type Speed } from "../scene/playback"

export type ColourScheme = "system" | "light" | "dark"

/** Returns a signal that is stored in localStorage. */
function persisted<T>(name: string, initial: T, allowed?: readonly T[]): Signal<T> {
  const key = `bestagon.${name}`
  const setting = signal<T>(initial)
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null") as T | null
    if (found !== null && typeof found === typeof initial && (!allowed || allowed.includes(found as T))) setting.value = found as T
  } catch {
    // Without storage the defaults apply.
  }
  effect(() => {
    const text = JSON.stringify(setting.value)
    try {
      localStorage.setItem(key, text)
    } catch {
      // Without storage the setting lasts as long as the page.
    }
  })
  return setting
}

/** Returns the places of things that were arranged in this tab. */
export function arrangement(key: string): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(`bestagon.places ${key}`) ?? "[]") as string[]
  } catch {
    return []
  }
}

/** Remembers the places of things for this tab. */
export function arrange(key: string, places: readonly string[]): void {
  try {
    sessionStorage.setItem(`bestagon.places ${key}`, JSON.stringify(places))
  } catch {
    // Without storage they last as long as the page.
  }
}

export const theme = persisted<ColourScheme>("theme", "system", ["system", "light", "dark"])
/** Whether each action has to be confirmed by a button. */
export const confirmMoves = persisted<boolean>("confirm", false)
/** Whether boards have letters and numbers along their edges. */
export const rulersOn = persisted<boolean>("rulers", false)
/** Whether boards hatch what opponents could attack. */
export const threatsOn = persisted<boolean>("threats", false)
/** The lessons completed here, such as `beerhex/2`. */
export const completedLessons = persisted<string[]>("learned", [])
/** Whether the first table of a game comes with tips. */
export const coachOn = persisted<boolean>("coach", true)
/** The tips shown here, such as `beerhex/0`, and the games whose coach has finished, such as `beerhex`. */
export const coachedTips = persisted<string[]>("coached", [])

/** Switches the coach; switched on, it begins again in every game. */
export function setCoach(on: boolean): void {
  coachOn.value = on
  if (on) coachedTips.value = []
}

export const languages = ["en", "de"] as const
export type Language = (typeof languages)[number]
export const language = persisted<Language | "system">("language", "system", ["system", ...languages])
export const playerName = persisted<string>("name", "")
/** How fast the actions of others are shown. */
export const speed = persisted<Speed>("speed", "normal", speeds)
/** The level of bots last chosen on the home page, by game. */
export const chosenLevels = persisted<Record<string, string>>("levels", {})
/** Whether the pictures on the home page play. */
export const movingPictures = persisted<boolean>("pictures", true)
export const papers = ["a4", "letter"] as const
export type PaperName = (typeof papers)[number]
/** The paper to print on; at first what is usual where the browser's language is spoken. */
export const chosenPaper = persisted<PaperName>(
  "paper",
  /-(US|CA|MX|PH|CL|CO)$/.test(globalThis.navigator?.language ?? "") ? "letter" : "a4",
  papers,
)
export const soundsOn = persisted<boolean>("sounds", false)

/** A game replayed here. */
export interface WatchedGame {
  table: string
  title: string
  /** The players' names, by seat. */
  names: string[]
}

/** Fewer than the responses that the service worker caches, so that every remembered game opens offline. */
const rememberedGames = 20
export const watchedGames = persisted<WatchedGame[]>("watched", [])

/** Remembers a game, the latest first. */
export function rememberWatched(game: WatchedGame): void {
  watchedGames.value = [game, ...watchedGames.value.filter((other) => other.table !== game.table)].slice(0, rememberedGames)
}

/** Applies the theme, now and whenever it changes. */
export function startTheme(): void {
  effect(() => {
    const root = document.documentElement
    if (theme.value === "system") delete root.dataset.theme
    else root.dataset.theme = theme.value
  })
}
