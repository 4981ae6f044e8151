// The words of the page in the language that is set; languages other than English are fetched when they are needed.
import { batch, effect, signal } from "@preact/signals"
import { language, languages, type Language } from "../ui/settings"
import { en } from "./en"

export type Texts = typeof en

const others: Partial<Record<Language, () => Promise<Texts>>> = {
  de: async () => (await import("./de")).de,
}
const texts = signal<Texts>(en)

/** The language the page is in, which the server is asked to answer in, too. */
export const spoken = signal<Language>("en")

/** The catalogue in use. */
export function t(): Texts {
  return texts.value
}

function wanted(): Language {
  if (language.value !== "system") return language.value
  const short = navigator.languages.map((one) => one.slice(0, 2).toLowerCase())
  return short.flatMap((one) => languages.find((known) => known === one) ?? [])[0] ?? "en"
}

async function speak(chosen: Language): Promise<void> {
  // Without a network a language that was never fetched cannot be spoken.
  const found = await others[chosen]?.().catch(() => undefined)
  if (chosen !== wanted()) return
  batch(() => {
    texts.value = found ?? en
    spoken.value = found ? chosen : "en"
  })
  document.documentElement.lang = spoken.value
}

/** Speaks the language that is set, from now on; the page can be shown when this is done. */
export function start(): Promise<void> {
  let first: Promise<void> = Promise.resolve()
  effect(() => {
    first = speak(wanted())
  })
  return first
}
