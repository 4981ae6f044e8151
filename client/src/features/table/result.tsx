// The result of a game: winner, score breakdown, and the ways on from here.
import type { JSX } from "preact"
import type { ScoreLine, Stage, TableInfo, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import type { TableModel } from "./model"
import { nameOf } from "./names"

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

export function Result({ view, stage, info }: Props): JSX.Element {
  const best = view.places?.flatMap((place, seat) => (place === 1 ? [seat] : [])) ?? []
  const won = winner(view) === view.seat
  const ending = t().endings[view.ended ?? ""] ?? ""
  const head = won
    ? t().win
    : best.length > 0 && view.seats.length > 1
      ? t().wins(best.map((seat) => nameOf(view, stage, seat)))
      : t().gameOver
  const breakdown = view.scene.score_breakdown ?? []
  return (
    <section id="result" class="result" aria-label={t().gameOver}>
      <h2>{head}</h2>
      {ending && <p>{ending}</p>}
      {breakdown.length > 0 && <h3>{t().scoreBreakdown}</h3>}
      <div class="score-breakdowns">
        {breakdown.map((lines, seat) => (
          <ScoreBreakdown key={seat} name={nameOf(view, stage, seat)} lines={lines} total={view.scores?.[seat]} />
        ))}
      </div>
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

export function ScoreBreakdown({
  name,
  lines,
  total,
}: {
  name: string
  lines: readonly ScoreLine[]
  total: number | undefined
}): JSX.Element {
  return (
    <table class="score-breakdown">
      <caption>{name}</caption>
      <tbody>
        {lines.map(([text, points], n) => (
          <tr key={n}>
            <th scope="row" colSpan={points === null ? 2 : 1}>
              {text}
            </th>
            {points !== null && <td>{points}</td>}
          </tr>
        ))}
      </tbody>
      {total !== undefined && (
        <tfoot>
          <tr>
            <th scope="row">{t().total}</th>
            <td>{total}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
