// The result of a game: winner, score breakdown, and the next steps.
import type { JSX } from "preact"
import type { Stage, TableInfo, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { endReason } from "../../scene/scores"
import { navigate } from "../../router"
import { commonTeam } from "../../scene/teams"
import { narrow } from "../../ui/media"
import { Scores } from "../story/scores"
import type { TableModel } from "./model"
import { listedName, nameOf, withNames } from "./names"

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

/** The buttons of the dock after the end: a rematch, or on a phone one that opens the result with its buttons. */
export function ResultActions({ onResult, ...props }: ActionProps & { onResult: () => void }): JSX.Element {
  if (!narrow.value) return <Again {...props} />
  return (
    <button type="button" class="main" onClick={onResult}>
      {t().result}
    </button>
  )
}

/** Leads to the rematch, or offers one. */
function Again({ model, view, stage, info }: ActionProps): JSX.Element | null {
  if (view.next)
    return (
      <a class="button main" href={`/t/${view.next}`}>
        {t().toRematch}
      </a>
    )
  return view.seat >= 0 ? <Rematch model={model} view={view} stage={stage} info={info} /> : null
}

/** Returns who won, by name where several people play on this device (`shared`). */
export function headline(view: TableView, stage: Stage, shared: boolean): string {
  const best = view.places?.flatMap((place, seat) => (place === 1 ? [seat] : [])) ?? []
  if (view.seats.length < 2 || best.length === 0) return t().gameOver
  const team = commonTeam(stage, best)
  if (team) {
    const names = team.seats.map((seat) => nameOf(view, stage, seat))
    const won = !shared && team.seats.includes(view.seat) ? t().teamWin : t().teamWins(names)
    const score = (seat: number | undefined): number => view.scores?.[seat ?? -1] ?? 0
    const lost = stage.teams?.filter((one) => one !== team).map((one) => score(one.seats[0])) ?? []
    // After a resignation the points decide nothing.
    return view.ended === "resigned" ? won : `${won} ${t().teamScore(score(team.seats[0]), Math.max(...lost))}`
  }
  if (!shared && best.length === 1 && best[0] === view.seat) return t().win
  return t().wins(best.map((seat) => nameOf(view, stage, seat)))
}

export function Result({ model, view, stage, info }: ActionProps): JSX.Element {
  const reason = withNames(view, stage, endReason(model.log.value)) || (t().endings[view.ended ?? ""] ?? "")
  return (
    <section id="result" class="result" aria-label={t().gameOver}>
      <h2>{headline(view, stage, info.mine.length > 1)}</h2>
      {reason && <p>{reason}</p>}
      <ScoreTable view={view} stage={stage} info={info} />
      <div class="row">
        {narrow.value && <Again model={model} view={view} stage={stage} info={info} />}
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

function ScoreTable({ view, stage, info }: Props): JSX.Element {
  return (
    <Scores
      stage={stage}
      scene={view.scene}
      names={view.seats.map((_, seat) => listedName(view, stage, seat, info.mine))}
      places={view.status === "over" ? (view.places ?? []) : []}
      totals={view.scores?.length ? view.scores : view.scene.seats.map((seat) => seat.score)}
    />
  )
}

/** Where the points come from, while the game runs. */
export function LiveScores({ view, stage, info }: Props): JSX.Element | null {
  if (view.status !== "running" || !view.scene.score_breakdown?.length) return null
  return (
    <details class="live-scores">
      <summary>{t().scoreBreakdown}</summary>
      <ScoreTable view={view} stage={stage} info={info} />
    </details>
  )
}

/** Offers another game with the same people; one button per starter where the loser chooses who starts. */
function Rematch({ model, view, stage, info }: ActionProps): JSX.Element {
  // The player who asks goes there at once; the others find a button.
  const rematch = async (seat: number, first?: number): Promise<void> => {
    const done = await model.send("rematch", first === undefined ? { seat } : { seat, first })
    const next = model.view.value?.next
    if (done && next) navigate(`/t/${next}`)
  }
  const lost = (seat: number): boolean => (view.places?.[seat] ?? 0) > 1
  const loser = view.seats.findIndex((seat, n) => seat.kind === "human" && lost(n))
  if (!info.loser_chooses || loser < 0)
    return (
      <button type="button" class="main" disabled={model.busy.value} onClick={() => void rematch(view.seat)}>
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
          onClick={() => void rematch(mine, seat)}
        >
          {seat === mine ? t().rematchMeFirst : t().rematchOtherFirst(nameOf(view, stage, seat))}
        </button>
      ))}
    </>
  )
}
