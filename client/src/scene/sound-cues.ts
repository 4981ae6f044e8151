// Sound cues for the change between two views of a table. They depend on what lies where, never on a game's rules.
import type { BoardState, Scene, TableView } from "../api/protocol"

export type Sound = "place" | "capture" | "dice" | "turn" | "win"

/** Returns the sounds for a change, in the order in which they are played. */
export function soundCues(before: TableView, after: TableView): Sound[] {
  if (before.scene === after.scene) return []
  if (before.status !== "over" && after.status === "over") return after.places?.[after.seat] === 1 ? ["win"] : ["capture"]
  const found: Sound[] = []
  const { changed, captured } = compareBoards(before.scene, after.scene)
  if (captured) found.push("capture")
  else if (changed) found.push("place")
  if (diceRolled(before.scene, after.scene)) found.push("dice")
  if (!before.seats[before.seat]?.acting && after.seats[after.seat]?.acting) found.push("turn")
  return found
}

/** Tells whether a cell shows something new, and whether there are fewer pieces than before. */
function compareBoards(before: Scene, after: Scene): { changed: boolean; captured: boolean } {
  let changed = false
  let balance = 0
  for (const [id, state] of Object.entries(after.boards ?? {})) {
    const old: BoardState = before.boards?.[id] ?? {}
    if (old === state) continue
    changed ||= Object.entries(state.cells ?? {}).some(([cell, now]) => JSON.stringify(now) !== JSON.stringify(old.cells?.[cell]))
    balance += pieceCount(state) - pieceCount(old)
  }
  return { changed, captured: balance < 0 }
}

const pieceCount = (state: BoardState): number => Object.values(state.cells ?? {}).filter((cell) => cell.piece).length

const die = /(^|\.)(die|dice)\./

/** Returns the dice of a tray and what they show, as a key to compare. */
function diceIn(scene: Scene, tray: string): string {
  return (scene.trays?.[tray] ?? [])
    .filter((item) => die.test(item.id))
    .map((item) => [item.id, item.label, item.count].join(" "))
    .join()
}

function diceRolled(before: Scene, after: Scene): boolean {
  return Object.keys(after.trays ?? {}).some((tray) => diceIn(after, tray) !== "" && diceIn(after, tray) !== diceIn(before, tray))
}
