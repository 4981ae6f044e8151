// Picking an action click by click: which ids can be clicked next and which actions are complete. Knows no game.
import type { Choice, Effect, Scene } from "../api/protocol"

/** What a choice does to its last pick: attack, shot, merge or claim. */
export type EffectKind = NonNullable<Effect["kind"]>

export const picksOf = (choice: Choice): string[] => choice[3] ?? []
export const labelOf = (choice: Choice): string => choice[2]

/** The choices that remain after some clicks. */
export interface Candidates {
  /** The ids that can be clicked next. */
  next: Set<string>
  /** The actions whose picks are all clicked. */
  complete: Choice[]
  /** All actions that match the clicks so far, complete or not. */
  matching: Choice[]
}

function matches(choice: Choice, picked: readonly string[], ordered: boolean): boolean {
  const picks = picksOf(choice)
  if (picks.length < picked.length) return false
  if (ordered) return picked.every((id, n) => picks[n] === id)
  return remaining(picks, picked).length === picks.length - picked.length
}

/** Returns the picks still to click; a pick that occurs twice must be clicked twice. */
function remaining(picks: readonly string[], picked: readonly string[]): string[] {
  const left = [...picks]
  for (const id of picked) {
    const at = left.indexOf(id)
    if (at >= 0) left.splice(at, 1)
  }
  return left
}

/** Returns what can still be chosen after these clicks. */
export function candidates(choices: readonly Choice[], ordered: boolean, picked: readonly string[]): Candidates {
  const matching = choices.filter((choice) => matches(choice, picked, ordered))
  const next = new Set<string>()
  for (const choice of matching) {
    const picks = picksOf(choice)
    if (ordered) {
      const id = picks[picked.length]
      if (id !== undefined) next.add(id)
    } else for (const id of remaining(picks, picked)) next.add(id)
  }
  return { next, complete: matching.filter((choice) => picksOf(choice).length === picked.length), matching }
}

/** Returns what the choices do to the ids that would complete them, by id, from the kinds of their effects. */
export function aimsOf(scene: Scene, { matching }: Candidates, picked: readonly string[]): Map<string, EffectKind> {
  const found = new Map<string, EffectKind>()
  for (const choice of matching) {
    const kind = scene.effects?.[choice[0]]?.kind
    const [last, ...more] = remaining(picksOf(choice), picked)
    if (kind && last !== undefined && more.length === 0) found.set(last, kind)
  }
  return found
}

/**
 * Returns the clicks after one more on an id, or null if it has no meaning.
 * The id is appended, un-picked where it was picked already, or replaces the latest clicks after which it was possible.
 */
export function click(scene: Scene, picked: readonly string[], id: string): string[] | null {
  const choices = scene.choices ?? []
  const ordered = scene.ordered ?? false
  if (candidates(choices, ordered, picked).next.has(id)) return [...picked, id]
  const at = picked.lastIndexOf(id)
  if (at >= 0) return picked.slice(0, at)
  for (let n = picked.length - 1; n >= 0; n--) {
    const shorter = picked.slice(0, n)
    if (candidates(choices, ordered, shorter).next.has(id)) return [...shorter, id]
  }
  return null
}

/** Returns the ids to highlight while an id is pointed at, and the only action that clicking it would leave. */
export function preview(scene: Scene, picked: readonly string[], id: string): { ids: Set<string>; choice: Choice | null } {
  const ids = new Set(scene.previews?.[id] ?? [])
  const then = click(scene, picked, id)
  if (!then || then.length <= picked.length) return { ids, choice: null }
  const { next, matching } = candidates(scene.choices ?? [], scene.ordered ?? false, then)
  for (const one of next) ids.add(one)
  return { ids, choice: matching.length === 1 ? (matching[0] ?? null) : null }
}
