// The end: who won, how the scores came about, and what next.
import type { JSX } from "preact"
import type { Account as Reckoned, Stage, TableInfo, View } from "../protocol"
import { t } from "../texts"
import type { TableModel } from "./model"
import { nameOf } from "./names"

interface Props {
  view: View
  stage: Stage
  info: TableInfo
}

/** The one seat that has won against others, or -2. */
export function winner(view: View): number {
  const best = view.places?.flatMap((place, seat) => (place === 1 ? [seat] : [])) ?? []
  return view.seats.length > 1 && best.length === 1 ? (best[0] ?? -2) : -2
}

/** The way on: another game with the same people, and on a phone to the account below. */
export function Again({ model, view }: { model: TableModel; view: View }): JSX.Element {
  return (
    <>
      {view.next ? (
        <a class="button main" href={`/t/${view.next}`}>
          {t().toRematch}
        </a>
      ) : (
        view.seat >= 0 && (
          <button type="button" class="main" disabled={model.busy.value} onClick={() => void model.ask("rematch", { seat: view.seat })}>
            {t().rematch}
          </button>
        )
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
  const reckoning = view.scene.reckoning ?? []
  return (
    <section id="result" class="result" aria-label={t().over}>
      <h2>{head}</h2>
      {ending && <p>{ending}</p>}
      {reckoning.length > 0 && <h3>{t().reckoning}</h3>}
      <div class="accounts">
        {reckoning.map((lines, seat) => (
          <Account key={seat} name={nameOf(view, stage, seat)} lines={lines} total={view.scores?.[seat]} />
        ))}
      </div>
      <div class="row">
        <a class="button" href={`/replay/${info.table}`}>
          {t().replay}
        </a>
        <a class="button" href={`/api/tables/${info.table}/record`} download={`${info.game}-${info.table}.json`}>
          {t().record}
        </a>
      </div>
    </section>
  )
}

function Account({ name, lines, total }: { name: string; lines: readonly Reckoned[]; total: number | undefined }): JSX.Element {
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
