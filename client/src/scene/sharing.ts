// Keeps from the scene before whatever is the same in the new one, so that only what has changed is drawn again.
import type { Field, Scene, Spot } from "../protocol"

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function spots(before: Record<string, Spot>, after: Record<string, Spot>): Record<string, Spot> {
  const kept: Record<string, Spot> = {}
  for (const [id, spot] of Object.entries(after)) {
    const old = before[id]
    kept[id] = old && same(old, spot) ? old : spot
  }
  return kept
}

function field(before: Field | undefined, after: Field): Field {
  if (!before) return after
  return same(before, after) ? before : { ...after, spots: spots(before.spots ?? {}, after.spots ?? {}) }
}

/** Returns the new scene with the old one's parts where they are the same. */
export function share(before: Scene, after: Scene): Scene {
  const boards = after.boards
  if (!boards) return after
  return { ...after, boards: Object.fromEntries(Object.entries(boards).map(([id, one]) => [id, field(before.boards?.[id], one)])) }
}
