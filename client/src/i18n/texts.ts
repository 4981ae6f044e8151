// The page's texts in the active language. Languages other than English are loaded on demand.
import { batch, effect, signal } from "@preact/signals"
import { language, languages, type Language } from "../ui/settings"
import { en } from "./en"

export type Texts = typeof en

const loaders: Partial<Record<Language, () => Promise<Texts>>> = {
  de: async () => (await import("./de")).de,
}
const texts = signal<Texts>(en)

/** The language of the page; requests ask the server for the same one. */
export const activeLanguage = signal<Language>("en")

/** Returns the texts in the active language. */
export function t(): Texts {
  return texts.value
}

/** Returns a text with a capital first letter. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function preferredLanguage(): Language {
  if (language.value !== "system") return language.value
  const codes = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())
  return codes.flatMap((code) => languages.find((known) => known === code) ?? [])[0] ?? "en"
}

async function activate(chosen: Language): Promise<void> {
  // Offline, a language that was never loaded falls back to English.
  const found = await loaders[chosen]?.().catch(() => undefined)
  if (chosen !== preferredLanguage()) return
  batch(() => {
    texts.value = found ?? en
    activeLanguage.value = found ? chosen : "en"
  })
  document.documentElement.lang = activeLanguage.value
}

/** Activates the preferred language, now and whenever the setting changes; resolves once the first one is active. */
export function startTexts(): Promise<void> {
  let first: Promise<void> = Promise.resolve()
  effect(() => {
    first = activate(preferredLanguage())
  })
  return first
}
