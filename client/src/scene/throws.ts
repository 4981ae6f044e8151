// Dice that are thrown but are no items of the scene.
import type { Beat } from "../api/protocol"

/** A die that was thrown, and for which seat; -1 for nobody. */
export interface ThrownDie {
  label: string
  seat: number
}

const seatOf = (id: string | undefined): number => Number(/^seat\.(\d+)$/.exec(id ?? "")?.[1] ?? -1)

/** Returns the dice of a roll that has no items to show them: those of seats, or of nobody. */
export function thrownDice({ kind, ids = [], faces = [] }: Beat): ThrownDie[] {
  if (kind !== "roll" || !ids.every((id) => seatOf(id) >= 0)) return []
  return faces.map((face, n) => ({ label: face.label ?? "", seat: seatOf(ids[n]) }))
}
