import { t } from "./texts"

/** Returns the name of a bot's level, with its Elo where one was measured. */
export function levelName(level: string, elo: Record<string, number>): string {
  const name = t().levels[level] ?? level
  const found = elo[level]
  return found === undefined ? name : `${name}, ${t().elo(found)}`
}
