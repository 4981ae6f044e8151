// Keeps from the scene before whatever is the same in the new one, so that only what has changed is drawn again.
import type { BoardState, Scene, CellState } from "../api/protocol"

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function cells(before: Record<string, CellState>, after: Record<string, CellState>): Record<string, CellState> {
  const kept: Record<string, CellState> = {}
  for (const [id, spot] of Object.entries(after)) {
    const old = before[id]
    kept[id] = old && same(old, spot) ? old : spot
  }
  return kept
}

function field(before: BoardState | undefined, after: BoardState): BoardState {
  if (!before) return after
  return same(before, after) ? before : { ...after, cells: cells(before.cells ?? {}, after.cells ?? {}) }
}

/** Returns the new scene with the old one's parts where they are the same. */
export function share(before: Scene, after: Scene): Scene {
  const boards = after.boards
  if (!boards) return after
  return { ...after, boards: Object.fromEntries(Object.entries(boards).map(([id, one]) => [id, field(before.boards?.[id], one)])) }
}
