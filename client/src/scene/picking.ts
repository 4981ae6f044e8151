// Choosing an action click by click: which ids go on, which actions are complete. Nothing here knows a game.
import type { Choice, Scene } from "../api/protocol"

export const picksOf = (choice: Choice): string[] => choice[3] ?? []
export const labelOf = (choice: Choice): string => choice[2]

/** What can be done after some clicks. */
export interface Offer {
  /** The ids that can be clicked next. */
  next: Set<string>
  /** The actions whose ids are all clicked. */
  complete: Choice[]
  /** All actions that still fit. */
  fitting: Choice[]
}

function fits(choice: Choice, picked: readonly string[], ordered: boolean): boolean {
  const picks = picksOf(choice)
  if (picks.length < picked.length) return false
  if (ordered) return picked.every((id, n) => picks[n] === id)
  return rest(picks, picked).length === picks.length - picked.length
}

/** The picks that are left when some are clicked, each as often as it was clicked. */
function rest(picks: readonly string[], picked: readonly string[]): string[] {
  const left = [...picks]
  for (const id of picked) {
    const at = left.indexOf(id)
    if (at >= 0) left.splice(at, 1)
  }
  return left
}

/** Returns what can be done after these clicks. */
export function offer(choices: readonly Choice[], ordered: boolean, picked: readonly string[]): Offer {
  const fitting = choices.filter((choice) => fits(choice, picked, ordered))
  const next = new Set<string>()
  for (const choice of fitting) {
    const picks = picksOf(choice)
    if (ordered) {
      const id = picks[picked.length]
      if (id !== undefined) next.add(id)
    } else for (const id of rest(picks, picked)) next.add(id)
  }
  return { next, complete: fitting.filter((choice) => picksOf(choice).length === picked.length), fitting }
}

/** Returns the clicks after one more on an id: added, begun anew from where it fits, or taken back; null if it means nothing. */
export function clicked(scene: Scene, picked: readonly string[], id: string): string[] | null {
  const choices = scene.choices ?? []
  const ordered = scene.ordered ?? false
  if (offer(choices, ordered, picked).next.has(id)) return [...picked, id]
  const at = picked.lastIndexOf(id)
  if (at >= 0) return picked.slice(0, at)
  for (let n = picked.length - 1; n >= 0; n--) {
    const shorter = picked.slice(0, n)
    if (offer(choices, ordered, shorter).next.has(id)) return [...shorter, id]
  }
  return null
}

/** Returns the ids that could follow if this one were clicked now, and the label where that would be a whole action. */
export function foresee(scene: Scene, picked: readonly string[], id: string): { ids: Set<string>; label: string } {
  const found = new Set(scene.previews?.[id] ?? [])
  const then = clicked(scene, picked, id)
  if (!then || then.length <= picked.length) return { ids: found, label: "" }
  const after = offer(scene.choices ?? [], scene.ordered ?? false, then)
  for (const one of after.next) found.add(one)
  const only = after.fitting.length === 1 ? after.fitting[0] : undefined
  return { ids: found, label: only ? labelOf(only) : "" }
}
