// Starts a game against bots at once.
import { createTable } from "../../api/http"
import type { GameInfo } from "../../api/protocol"
import { navigate } from "../../router"
import { playerName } from "../../ui/settings"

/** Opens a table with the usual number of players and the game's options for a quick start, where bots take all other seats. */
export async function startAgainstBots(game: GameInfo, level: string): Promise<void> {
  const bots = Array.from({ length: game.usual_players - 1 }, () => ({ kind: "bot" as const, level }))
  const seats = [{ kind: "me" as const, name: playerName.value }, ...bots]
  const made = await createTable({ game: game.name, players: game.usual_players, options: game.quick, seats })
  navigate(`/t/${made.table}`)
}
