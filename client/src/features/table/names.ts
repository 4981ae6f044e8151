// What people at a table are called.
import type { Stage, TableView } from "../../api/protocol"

/** A seat's person, or what the seat itself is called. */
export function nameOf(view: TableView, stage: Stage, seat: number): string {
  return view.seats[seat]?.name || stage.players[seat]?.name || String(seat + 1)
}

/** The server's words with people's names for seats that only have a number; unless two people have the same name. */
export function called(view: TableView, stage: Stage, text: string): string {
  const names = new Map(stage.players.map((player, seat) => [player.name, nameOf(view, stage, seat)]))
  const numbered = [...names.keys()].filter((name) => /^[\p{L} ]+ \d$/u.test(name))
  if (numbered.length === 0 || new Set(names.values()).size < view.seats.length) return text
  return text.replace(new RegExp(`(?:${numbered.join("|")})\\b`, "gu"), (name) => names.get(name) ?? name)
}
