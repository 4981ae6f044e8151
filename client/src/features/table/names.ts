// Names of the players at a table.
import type { Stage, TableView } from "../../api/protocol"

/** Returns the name of a seat's player, or of the seat itself. */
export function nameOf(view: TableView, stage: Stage, seat: number): string {
  return view.seats[seat]?.name || stage.players[seat]?.name || String(seat + 1)
}

/** Replaces "Player 2" and the like in the server's texts by the players' names, unless two players share a name. */
export function withNames(view: TableView, stage: Stage, text: string): string {
  const names = new Map(stage.players.map((player, seat) => [player.name, nameOf(view, stage, seat)]))
  const numbered = [...names.keys()].filter((name) => /^[\p{L} ]+ \d$/u.test(name))
  if (numbered.length === 0 || new Set(names.values()).size < view.seats.length) return text
  return text.replace(new RegExp(`(?:${numbered.join("|")})\\b`, "gu"), (name) => names.get(name) ?? name)
}
