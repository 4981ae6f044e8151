// The end: who won, how the scores came about, and what next.
import type { JSX } from "preact"
import type { ScoreLine as Reckoned, Stage, TableInfo, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import type { TableModel } from "./model"
import { nameOf } from "./names"

interface Props {
  view: TableView
  stage: Stage
  info: TableInfo
}

interface Asking extends Props {
  model: TableModel
}

/** The one seat that has won against others, or -2. */
export function winner(view: TableView): number {
  const best = view.places?.flatMap((place, seat) => (place === 1 ? [seat] : [])) ?? []
  return view.seats.length > 1 && best.length === 1 ? (best[0] ?? -2) : -2
}

/** The way on: another game with the same people, and on a phone to the account below. */
export function Again({ model, view, stage, info }: Asking): JSX.Element {
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
  const head = won ? t().win : best.length > 0 && view.seats.length > 1 ? t().wins(best.map((seat) => nameOf(view, stage, seat))) : t().over
  const reckoning = view.scene.score_breakdown ?? []
  return (
    <section id="result" class="result" aria-label={t().over}>
      <h2>{head}</h2>
      {ending && <p>{ending}</p>}
      {reckoning.length > 0 && <h3>{t().reckoning}</h3>}
      <div class="accounts">
        {reckoning.map((lines, seat) => (
          <ScoreLine key={seat} name={nameOf(view, stage, seat)} lines={lines} total={view.scores?.[seat]} />
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

/** Another game with the same people; where the loser chooses who starts, in words for each. */
function Rematch({ model, view, stage, info }: Asking): JSX.Element {
  const ask = (seat: number, first?: number): void => void model.ask("rematch", first === undefined ? { seat } : { seat, first })
  const lost = (seat: number): boolean => (view.places?.[seat] ?? 0) > 1
  const loser = view.seats.findIndex((seat, n) => seat.kind === "human" && lost(n))
  if (!info.loser_chooses || loser < 0)
    return (
      <button type="button" class="main" disabled={model.busy.value} onClick={() => ask(view.seat)}>
        {t().rematch}
      </button>
    )
  const mine = info.mine.find(lost)
  if (mine === undefined) return <p>{t().loserChooses(nameOf(view, stage, loser))}</p>
  return (
    <>
      <p>{t().youChoose}</p>
      {view.seats.map((_, seat) => (
        <button key={seat} type="button" class={seat === mine ? "main" : ""} disabled={model.busy.value} onClick={() => ask(mine, seat)}>
          {seat === mine ? t().iStart : t().startsNext(nameOf(view, stage, seat))}
        </button>
      ))}
    </>
  )
}

export function ScoreLine({ name, lines, total }: { name: string; lines: readonly Reckoned[]; total: number | undefined }): JSX.Element {
  return (
    <table class="account">
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
