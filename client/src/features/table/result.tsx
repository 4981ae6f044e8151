// The result of a game: winner, score breakdown, and the next steps.
import type { JSX } from "preact"
import type { Stage, TableInfo, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { endReason } from "../../scene/scores"
import { Scores } from "../story/scores"
import type { TableModel } from "./model"
import { nameOf, withNames } from "./names"

interface Props {
  view: TableView
  stage: Stage
  info: TableInfo
}

interface ActionProps extends Props {
  model: TableModel
}

/** Returns the seat that won alone against others, or -2. */
export function winner(view: TableView): number {
  const best = view.places?.flatMap((place, seat) => (place === 1 ? [seat] : [])) ?? []
  return view.seats.length > 1 && best.length === 1 ? (best[0] ?? -2) : -2
}

/** The buttons after the end: a rematch, and on a phone a link to the result below. */
export function ResultActions({ model, view, stage, info }: ActionProps): JSX.Element {
  return (
    <>
      {view.next ? (
        <a class="button main" href={`/t/${view.next}`}>
          {t().toRematch}
        </a>
      ) : (
        view.seat >= 0 && <Rematch model={model} view={view} stage={stage} info={info} />
      )}
      <a class="button narrow" href="#result">
        {t().result}
      </a>
    </>
  )
}

/** Returns who won. */
export function headline(view: TableView, stage: Stage): string {
  const best = view.places?.flatMap((place, seat) => (place === 1 ? [seat] : [])) ?? []
  if (view.seats.length < 2 || best.length === 0) return t().gameOver
  if (best.length === 1 && best[0] === view.seat) return t().win
  return t().wins(best.map((seat) => nameOf(view, stage, seat)))
}

export function Result({ model, view, stage, info }: ActionProps): JSX.Element {
  const reason = withNames(view, stage, endReason(model.log.value)) || (t().endings[view.ended ?? ""] ?? "")
  return (
    <section id="result" class="result" aria-label={t().gameOver}>
      <h2>{headline(view, stage)}</h2>
      {reason && <p>{reason}</p>}
      <ScoreTable view={view} stage={stage} />
      <div class="row">
        <a class="button" href={`/replay/${info.table}#analysis`}>
          {t().replayAnalysis}
        </a>
        <a class="button" href={`/api/tables/${info.table}/record`} download={`${info.game}-${info.table}.json`}>
          {t().record}
        </a>
      </div>
    </section>
  )
}

function ScoreTable({ view, stage }: Omit<Props, "info">): JSX.Element {
  return (
    <Scores
      stage={stage}
      scene={view.scene}
      names={view.seats.map((_, seat) => nameOf(view, stage, seat))}
      places={view.status === "over" ? (view.places ?? []) : []}
      totals={view.scores?.length ? view.scores : view.scene.seats.map((seat) => seat.score)}
    />
  )
}

/** Where the points come from, while the game runs. */
export function LiveScores({ view, stage }: Omit<Props, "info">): JSX.Element | null {
  if (view.status !== "running" || !view.scene.score_breakdown?.length) return null
  return (
    <details class="live-scores">
      <summary>{t().scoreBreakdown}</summary>
      <ScoreTable view={view} stage={stage} />
    </details>
  )
}

/** Offers another game with the same people; one button per starter where the loser chooses who starts. */
function Rematch({ model, view, stage, info }: ActionProps): JSX.Element {
  const rematch = (seat: number, first?: number): void => void model.send("rematch", first === undefined ? { seat } : { seat, first })
  const lost = (seat: number): boolean => (view.places?.[seat] ?? 0) > 1
  const loser = view.seats.findIndex((seat, n) => seat.kind === "human" && lost(n))
  if (!info.loser_chooses || loser < 0)
    return (
      <button type="button" class="main" disabled={model.busy.value} onClick={() => rematch(view.seat)}>
        {t().rematch}
      </button>
    )
  const mine = info.mine.find(lost)
  if (mine === undefined) return <p>{t().loserChooses(nameOf(view, stage, loser))}</p>
  return (
    <>
      <p>{t().chooseStarter}</p>
      {view.seats.map((_, seat) => (
        <button
          key={seat}
          type="button"
          class={seat === mine ? "main" : ""}
          disabled={model.busy.value}
          onClick={() => rematch(mine, seat)}
        >
          {seat === mine ? t().rematchMeFirst : t().rematchOtherFirst(nameOf(view, stage, seat))}
        </button>
      ))}
    </>
  )
}
