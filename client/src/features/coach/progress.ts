// Which tips of a game's coach have been shown in this browser, and which one comes next.
import type { TipInfo } from "../../api/protocol"
import { coachedTips } from "../../ui/settings"

/** What a player is asked, and what has happened at the table. */
export interface Situation {
  prompt: string
  /** The kinds of beats that were told. */
  beats: ReadonlySet<string>
}

/** Returns the first tip that fits and was not shown yet; -1 for none. */
export function nextTip(tips: readonly TipInfo[], shown: ReadonlySet<number>, now: Situation): number {
  return tips.findIndex((tip, n) => !shown.has(n) && (!tip.prompt || tip.prompt === now.prompt) && (!tip.beat || now.beats.has(tip.beat)))
}

/** Whether the coach has finished with a game: its name stands alone in the list. */
export const isCoached = (game: string): boolean => coachedTips.value.includes(game)

export function shownTips(game: string): Set<number> {
  const own = coachedTips.value.filter((entry) => entry.startsWith(`${game}/`))
  return new Set(own.map((entry) => Number(entry.slice(game.length + 1))))
}

export function rememberTip(game: string, tip: number): void {
  coachedTips.value = [...coachedTips.value, `${game}/${tip}`]
}

/** Ends the coach of a game for good. */
export function finishCoach(game: string): void {
  if (!isCoached(game)) coachedTips.value = [...coachedTips.value.filter((entry) => !entry.startsWith(`${game}/`)), game]
}
