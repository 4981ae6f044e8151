// One position of a replay: boards, trays, standings and the list of moves.
import type { ReadonlySignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Frame, Replay } from "../../api/protocol"
import { BoardView, noHighlights } from "../../board/board"
import { Overlay } from "../../motion/overlay"
import { Swatch } from "../../pieces/swatch"
import { TeamBadge } from "../../pieces/team-badge"
import { TrayView } from "../../board/tray"
import { t } from "../../i18n/texts"
import type { Cue } from "../../scene/playback"
import { narrow } from "../../ui/media"

interface Props {
  replay: Replay
  frame: Frame
  sheet: number
}

interface PositionProps extends Props {
  /** The number of the step. */
  at: number
  /** What is being told. */
  cue: ReadonlySignal<Cue | null>
  /** The cells of the move that the bot prefers. */
  better: readonly string[]
}

/** The boards and trays. */
export function Position({ replay, frame, sheet, at, cue, better }: PositionProps): JSX.Element {
  const { stage } = replay
  const boards = stage.boards ?? []
  const board = boards.length > 1 ? boards.find((one) => one.seat === sheet) : boards[0]
  // A phone has room for what the one who acts holds, at the start who acts first; what players only keep is with their names.
  const acting = frame.seat ?? replay.frames[1]?.seat ?? -1
  const holder = boards.length > 1 ? sheet : narrow.value ? acting : null
  const trays = (stage.trays ?? []).filter((tray) => !tray.kept && ((tray.seat ?? -1) < 0 || holder === null || tray.seat === holder))
  const told = cue.value && { kind: cue.value.beat.kind, ids: new Set(cue.value.ids) }
  const highlights = told ? { ...noHighlights, told } : { ...noHighlights, recent: new Set(frame.cells), highlighted: new Set(better) }
  const owner = boards.length > 1 ? stage.players[sheet] : undefined
  return (
    <div class="area">
      <div class="middle">
        {owner && (
          <p class="owner">
            <Swatch player={owner} stage={stage} /> {t().sheetOf(owner.name)}
          </p>
        )}
        <Overlay cue={cue} stage={stage} text={(text) => text} />
        {board && (
          <BoardView
            key={board.id}
            stage={stage}
            board={board}
            state={frame.scene.boards?.[board.id] ?? {}}
            highlights={highlights}
            onPick={() => undefined}
            turnName={String(at)}
          />
        )}
        {!board && (
          <pre class="picture" tabIndex={0}>
            {frame.scene.picture}
          </pre>
        )}
      </div>
      <div class="trays beside">
        {trays.map((tray) => (
          <TrayView
            key={tray.id}
            stage={stage}
            tray={tray}
            owner={stage.players[tray.seat ?? -1]}
            items={frame.scene.trays?.[tray.id] ?? []}
            highlights={highlights}
          />
        ))}
      </div>
    </div>
  )
}

/** The scores of all seats, and what they keep. */
export function Standings({ replay, frame, sheet, onShow }: Props & { onShow: (seat: number) => void }): JSX.Element {
  const several = (replay.stage.boards ?? []).length > 1
  return (
    <ul class="seats">
      {replay.stage.players.map((player, seat) => (
        <li key={seat} class={frame.seat === seat ? "seat acting" : "seat"}>
          <div class="line">
            <Swatch player={player} stage={replay.stage} />
            <TeamBadge stage={replay.stage} seat={seat} />
            <div class="who">
              <strong>{player.name}</strong>
            </div>
            {several && (
              <button
                type="button"
                class="plain"
                aria-label={t().sheetOf(player.name)}
                aria-pressed={sheet === seat}
                onClick={() => onShow(seat)}
              >
                {t().sheet}
              </button>
            )}
            <span class="points">{frame.scene.seats[seat]?.score}</span>
          </div>
          <Kept replay={replay} frame={frame} seat={seat} />
        </li>
      ))}
    </ul>
  )
}

function Kept({ replay: { stage }, frame, seat }: Omit<Props, "sheet"> & { seat: number }): JSX.Element | null {
  const trays = (stage.trays ?? []).filter((tray) => tray.kept && tray.seat === seat && frame.scene.trays?.[tray.id]?.length)
  if (trays.length === 0) return null
  return (
    <div class="trays small-trays">
      {trays.map((tray) => (
        <TrayView
          key={tray.id}
          stage={stage}
          tray={{ ...tray, repeated: true }}
          items={frame.scene.trays?.[tray.id] ?? []}
          highlights={noHighlights}
        />
      ))}
    </div>
  )
}

interface MoveListProps {
  replay: Replay
  at: number
  mistakes: readonly number[]
  step: (to: number) => void
}

/** All actions as sentences, mistakes flagged. */
export function MoveList({ replay, at, mistakes, step }: MoveListProps): JSX.Element {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // Scrolls the list alone; scrollIntoView would move the page and hide the board.
    const box = list.current
    const line = box?.querySelector("[aria-current]")?.parentElement
    if (box && line) box.scrollTop = line.offsetTop - box.offsetTop - (box.clientHeight - line.offsetHeight) / 2
  }, [at])
  return (
    <section class="log">
      <h2>{t().log}</h2>
      <ol class="moves" ref={list}>
        {replay.frames.map(
          (frame, n) =>
            n > 0 && (
              <li key={n}>
                <button type="button" class="plain" aria-current={n === at ? "step" : undefined} onClick={() => step(n)}>
                  {n}. {frame.words}
                  {mistakes.includes(n) && <span class="flag">{t().mistake}</span>}
                </button>
              </li>
            ),
        )}
      </ol>
    </section>
  )
}
