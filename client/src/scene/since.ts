// What happened since the viewer's last turn, from the lines of the log.
import type { Beat, LogLine } from "../api/protocol"

/** The kinds of events that change the game. */
const acts = new Set(["action", "resign"])

export const isAct = (line: LogLine): boolean => acts.has(line.kind)

/** Returns everything that a line is about. */
export function idsOf(line: LogLine): string[] {
  return [...new Set([...(line.beats ?? []).flatMap((beat) => beat.ids ?? []), ...(line.cells ?? [])])]
}

/** Returns the actions of the others after the last one of a seat; all actions of the others if it has not acted. */
export function linesSince(lines: readonly LogLine[], seat: number): LogLine[] {
  const last = lines.map((line) => line.kind === "action" && line.seat === seat).lastIndexOf(true)
  return lines.slice(last + 1).filter((line) => isAct(line) && line.seat !== seat)
}

/** Returns where a beat left something new: of a move its end. */
function changedBy(beat: Beat): readonly string[] {
  const ids = beat.ids ?? []
  switch (beat.kind) {
    case "move":
      return ids.slice(-1)
    case "attack":
    case "claim":
    case "verdict":
    case "flip":
    case "score":
    case "penalty":
    case "pass":
    case "declare":
    case "turn":
    case "round":
    case "end":
      return []
    default:
      return ids
  }
}

/** Returns the number of the latest of these actions on each id, in order from 1. */
export function marksOf(lines: readonly LogLine[]): Map<string, number> {
  const found = new Map<string, number>()
  let number = 0
  for (const line of lines) {
    const ids = line.beats ? line.beats.flatMap(changedBy) : (line.cells ?? [])
    if (ids.length === 0) continue
    number++
    for (const id of ids) found.set(id, number)
  }
  return found
}

/** The actions of one opponent. */
export interface OpponentRecap {
  seat: number
  lines: LogLine[]
}

/** Groups actions by opponent, in the order of their first ones. */
export function byOpponent(lines: readonly LogLine[]): OpponentRecap[] {
  const found = new Map<number, LogLine[]>()
  for (const line of lines) found.set(line.seat ?? -1, [...(found.get(line.seat ?? -1) ?? []), line])
  return [...found].map(([seat, own]) => ({ seat, lines: own }))
}

/** Lines in a row by the same seat. */
export interface LogGroup {
  seat: number
  lines: LogLine[]
  /** Whether it begins what happened since the viewer's last turn. */
  since: boolean
}

/** Groups the log by turn and player; events that are no actions stand alone. */
export function groupLog(lines: readonly LogLine[], viewer: number): LogGroup[] {
  const firstSince = viewer >= 0 ? linesSince(lines, viewer)[0] : undefined
  const acted = lines.some((line) => line.kind === "action" && line.seat === viewer)
  const groups: LogGroup[] = []
  let turnOver = false
  for (const line of lines) {
    const since = acted && line === firstSince
    const last = groups[groups.length - 1]
    const seat = isAct(line) ? (line.seat ?? -1) : -1
    if (last && !since && !turnOver && seat >= 0 && last.seat === seat) last.lines.push(line)
    else groups.push({ seat, lines: [line], since })
    turnOver = line.beats?.some((beat) => beat.kind === "turn" || beat.kind === "round") ?? false
  }
  return groups
}
