// What happened since the viewer's last turn, from the lines of the log.
import type { Beat, LogLine } from "../api/protocol"

/** The kinds of events that change the game. */
const acts = new Set(["action", "resign"])

/** Tells whether a line changes the game; who runs out of time resigns, or is replaced by a bot. */
export const isAct = (line: LogLine): boolean => acts.has(line.kind) || (line.kind === "timeout" && line.beats !== undefined)

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

/** Returns where a line left something new. */
function changedIds(line: LogLine): readonly string[] {
  return line.beats ? line.beats.flatMap(changedBy) : (line.cells ?? [])
}

/** Returns the numbers of these actions in order from 1; those that left nothing new have none. */
export function numbersOf(lines: readonly LogLine[]): Map<LogLine, number> {
  const numbered = lines.filter((line) => changedIds(line).length > 0)
  return new Map(numbered.map((line, n) => [line, n + 1]))
}

/** Returns the number of the latest of these actions on each id. */
export function marksOf(lines: readonly LogLine[]): Map<string, number> {
  return new Map([...numbersOf(lines)].flatMap(([line, number]) => changedIds(line).map((id) => [id, number] as const)))
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
