// The boards that options lead to: one picture of what is chosen, or one for each value of an option.
import type { JSX } from "preact"
import { fetchSetup } from "../../api/http"
import type { GameInfo, Preview } from "../../api/protocol"
import { BoardView } from "../../board/board"
import { themeClasses, themeColours } from "../../pieces/theme"
import { useLoad, type Loaded } from "../../ui/loading"
import type { Value } from "./conditions"

/** Loads how a game with these options begins; where dice decide, one example. */
export function useSetup(game: GameInfo, players: number, options: Record<string, Value>): Loaded<Preview> {
  return useLoad(() => fetchSetup(game.name, players, options), [game.name, players, JSON.stringify(options)])
}

/** Shows how a game begins. Nothing where the game has no board, or begins on a bare table. */
export function SetupPicture({ setup }: { setup: Loaded<Preview> }): JSX.Element | null {
  const stage = setup.value?.stage
  const board = stage?.boards?.[0]
  const bare = board && stage?.grids?.[board.grid ?? 0]?.crop && !Object.keys(setup.value?.scene.boards?.[board.id]?.cells ?? {}).length
  if (setup.value && (!board || bare)) return null
  return (
    <div class={`setup-picture ${themeClasses(stage?.theme)}`} style={themeColours(stage?.theme)} aria-hidden="true">
      {setup.value && stage && board && !setup.error && (
        <BoardView stage={stage} board={board} state={setup.value.scene.boards?.[board.id] ?? {}} />
      )}
    </div>
  )
}

interface Props {
  game: GameInfo
  players: number
  options: Record<string, Value>
  /** What the value is called where the set-up has no name. */
  word: string
}

/** A small picture of how a game with these options begins, and the name of that set-up. */
export function SetupThumbnail({ game, players, options, word }: Props): JSX.Element {
  const setup = useSetup(game, players, options)
  return (
    <>
      <SetupPicture setup={setup} />
      <span>{setup.value?.stage.theme?.title || word}</span>
    </>
  )
}
