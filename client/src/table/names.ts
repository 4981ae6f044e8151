// What people at a table are called.
import type { Stage, View } from "../protocol"

/** A seat's person, or what the seat itself is called. */
export function nameOf(view: View, stage: Stage, seat: number): string {
  return view.seats[seat]?.name || stage.players[seat]?.name || String(seat + 1)
}
