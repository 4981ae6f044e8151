// The picture on the lid of a game: a corner of its table, where a few actions of a real game are played.
import type { JSX } from "preact"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { fetchPreview, fetchPreviewMoves } from "../../api/http"
import type { Scene } from "../../api/protocol"
import { BoardView, noHighlights } from "../../board/board"
import { themeClasses, themeColours } from "../../pieces/theme"
import { useLoad } from "../../ui/loading"
import { Director } from "../table/director"

/** Milliseconds before the first action, between two actions, and before it begins again. */
const opening = 500
const gap = 250
const pause = 2200

interface Props {
  game: string
  /** Whether it plays now. */
  playing: boolean
  /** Called when all actions have been played once. */
  onEnd?: () => void
}

export function LivingPicture({ game, playing, onEnd }: Props): JSX.Element {
  const preview = useLoad(() => fetchPreview(game), [game])
  const director = useMemo(() => new Director<{ scene: Scene }>({ speed: () => "normal" }), [game])
  const end = useRef(onEnd)
  end.current = onEnd
  const first = preview.value?.scene
  useEffect(() => {
    if (first) director.show({ scene: first })
  }, [first])
  useEffect(() => {
    if (!playing || !first) return
    let running = true
    const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
    const play = async (): Promise<void> => {
      const moves = await fetchPreviewMoves(game).catch(() => [])
      while (running && moves.length > 0) {
        director.show({ scene: first })
        await wait(opening)
        for (const { scene, beats = [] } of moves) {
          if (!running) return
          director.push({ after: { scene }, beats, own: false, viewer: -1 })
          while (running && director.playing.value) await wait(gap)
          await wait(gap)
        }
        if (running) end.current?.()
        await wait(pause)
      }
    }
    void play()
    return () => {
      running = false
      // The picture stays as it is; a piece on its way arrives at once.
      director.skip()
    }
  }, [playing, first])
  useEffect(() => () => director.close(), [director])
  const { value } = preview
  const board = value?.stage.boards?.[0]
  const scene = director.shown.value?.scene
  const cue = director.cue.value
  const told = cue && { kind: cue.beat.kind, ids: new Set(cue.ids) }
  return (
    <div class={`picture ${themeClasses(value?.stage.theme)}`} style={themeColours(value?.stage.theme)} aria-hidden="true">
      {value && board && scene && (
        <BoardView
          closeUp={value.focus}
          stage={value.stage}
          board={board}
          state={scene.boards?.[board.id] ?? {}}
          highlights={{ ...noHighlights, told }}
        />
      )}
    </div>
  )
}
