// The result of a game: what points come from, and why it ended.
import type { LogLine, ScoreLine } from "../api/protocol"

/** A category with its points, or what it says, by seat; undefined for a seat without it. */
export interface Category {
  text: string
  values: (number | string | undefined)[]
}

/** Collects the categories of all seats in the order in which they first appear; a text that a seat has twice counts as one category. */
export function categoriesOf(breakdown: readonly (readonly ScoreLine[])[]): Category[] {
  const found = new Map<string, Category>()
  breakdown.forEach((lines, seat) => {
    for (const [text, points, , value] of lines) {
      const category = found.get(text) ?? { text, values: breakdown.map(() => undefined) }
      found.set(text, category)
      const before = category.values[seat]
      category.values[seat] = typeof before === "number" && typeof points === "number" ? before + points : (points ?? value ?? "")
    }
  })
  return [...found.values()]
}

/** The events of players who leave the game, whose line says who it was. */
const leaving = new Set(["resign", "timeout"])

/** Returns why the game ended: who resigned last or ran out of time, or the words of the last beat. */
export function endReason(log: readonly LogLine[]): string {
  const told = log.filter((line) => line.beats?.some((beat) => beat.kind === "end"))
  const last = told[told.length - 1]
  if (last && leaving.has(last.kind)) return last.words ?? ""
  return last?.beats?.filter((beat) => beat.kind === "end").pop()?.text ?? ""
}
