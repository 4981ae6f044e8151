// Starts a game against bots at once.
import { createTable } from "../../api/http"
import type { GameInfo } from "../../api/protocol"
import { navigate } from "../../router"
import { playerName } from "../../ui/settings"

/** Opens a table with the usual number of players and options, where bots take all other seats, and goes there. */
export async function startAgainstBots(game: GameInfo, level: string): Promise<void> {
  const bots = Array.from({ length: game.usual_players - 1 }, () => ({ kind: "bot" as const, level }))
  const made = await createTable({ game: game.name, players: game.usual_players, seats: [{ kind: "me", name: playerName.value }, ...bots] })
  navigate(`/t/${made.table}`)
}
