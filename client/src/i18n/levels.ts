// How strong a bot is, in words.
import { t } from "./texts"

/** A level with its Elo, where that was measured. */
export function levelName(level: string, elo: Record<string, number>): string {
  const name = t().levels[level] ?? level
  const found = elo[level]
  return found === undefined ? name : `${name}, ${t().elo(found)}`
}
