// Names of the players at a table.
import type { LogLine, Stage, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Returns a name that somebody chose, isolated if it is written from right to left: otherwise it would change the order of what follows. */
export function isolated(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name
}

/** Returns the name of a seat's player, or of the seat itself. */
export function nameOf(view: TableView, stage: Stage, seat: number): string {
  return isolated(view.seats[seat]?.name ?? "") || stage.players[seat]?.name || String(seat + 1)
}

/** Returns the name of a seat for the list of players and the scores: one's own seat without a name is "You". */
export function listedName(view: TableView, stage: Stage, seat: number, mine: readonly number[]): string {
  const name = nameOf(view, stage, seat)
  return mine.length === 1 && mine[0] === seat && name === stage.players[seat]?.name ? t().seatKinds.me : name
}

/** Returns a fact for the top bar: "Round 3 of 7", but "Turn: Ada". */
export function factText(name: string, value: string): string {
  return /^\d/.test(value) ? `${name} ${value}` : `${name}: ${value}`
}

/** Replaces the names of seats in the server's texts by the names of their players. */
export function withNames(view: TableView, stage: Stage, text: string): string {
  return withPlayers(
    stage,
    view.seats.map((_, seat) => nameOf(view, stage, seat)),
    text,
  )
}

/** Replaces the names of seats, as whole words, by the names of their players, unless two share one. */
export function withPlayers(stage: Stage, players: readonly string[], text: string): string {
  const alone = (name: string): boolean => players.filter((other) => other === name).length < 2
  // A name that two players have would not say which of them.
  const names = new Map(stage.players.map(({ name }, seat) => [name, alone(players[seat] ?? "") ? players[seat] || name : name]))
  if (names.size === 0) return text
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join("|")})(?![\\p{L}\\p{N}])`, "gu"),
    (name) => names.get(name) ?? name,
  )
}

/** Returns a line of the log as a sentence. */
export function lineText(line: LogLine, view: TableView, stage: Stage): string {
  if (line.words) return withNames(view, stage, line.words)
  // Who gets another name is called by the seat: the former name is not known any more.
  const known = line.kind === "rename" ? stage.players[line.seat ?? -1]?.name : undefined
  const name = line.seat !== undefined && line.seat >= 0 ? (known ?? nameOf(view, stage, line.seat)) : ""
  return t().events[line.kind]?.(name, line.text ?? "") ?? line.text ?? line.kind
}

/** Returns a line of the log below its player's name, without the name at its beginning. */
export function deedText(line: LogLine, view: TableView, stage: Stage): string {
  const text = lineText(line, view, stage)
  const start = `${nameOf(view, stage, line.seat ?? -1)} `
  const rest = text.slice(start.length)
  return text.startsWith(start) && rest ? rest.slice(0, 1).toLocaleUpperCase() + rest.slice(1) : text
}
