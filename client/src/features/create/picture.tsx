// The board that the chosen options lead to.
import type { JSX } from "preact"
import { fetchSetup } from "../../api/http"
import type { GameInfo } from "../../api/protocol"
import { BoardView } from "../../board/board"
import { themeClasses, themeColours } from "../../board/theme"
import { useLoad } from "../../ui/loading"
import type { Value } from "./conditions"

interface Props {
  game: GameInfo
  players: number
  options: Record<string, Value>
}

/** Shows how a game with these options begins; where dice decide, as one example. Nothing where the game has no board. */
export function SetupPicture({ game, players, options }: Props): JSX.Element | null {
  const preview = useLoad(() => fetchSetup(game.name, players, options), [game.name, players, JSON.stringify(options)])
  const stage = preview.value?.stage
  const board = stage?.boards?.[0]
  if (preview.value && !board) return null
  return (
    <div class={`setup-picture ${themeClasses(stage?.theme)}`} style={themeColours(stage?.theme)} aria-hidden="true">
      {preview.value && stage && board && !preview.error && (
        <BoardView stage={stage} board={board} state={preview.value.scene.boards?.[board.id] ?? {}} />
      )}
    </div>
  )
}
