// Structural sharing: unchanged parts of a new scene keep the identity they had, so that only changed cells render again.
import type { BoardState, CellState, Scene } from "../api/protocol"

function equal(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function shareCells(before: Record<string, CellState>, after: Record<string, CellState>): Record<string, CellState> {
  const shared: Record<string, CellState> = {}
  for (const [id, state] of Object.entries(after)) {
    const old = before[id]
    shared[id] = old && equal(old, state) ? old : state
  }
  return shared
}

function shareBoard(before: BoardState | undefined, after: BoardState): BoardState {
  if (!before || !after.cells) return after
  return equal(before, after) ? before : { ...after, cells: shareCells(before.cells ?? {}, after.cells) }
}

/** Returns a scene equal to `after` that reuses the boards and cells of `before` where they are equal. */
export function shareScene(before: Scene, after: Scene): Scene {
  const boards = after.boards
  if (!boards) return after
  return { ...after, boards: Object.fromEntries(Object.entries(boards).map(([id, one]) => [id, shareBoard(before.boards?.[id], one)])) }
}
