// What the others did since the viewer's last turn, or while the page was hidden, and a button to see it again.
import type { JSX } from "preact"
import type { LogLine, Stage, TableView } from "../../api/protocol"
import { Swatch } from "../../pieces/swatch"
import { t } from "../../i18n/texts"
import { byOpponent, idsOf, numbersOf } from "../../scene/since"
import type { TableModel } from "../table/model"
import { deedText, nameOf } from "../table/names"

interface Props {
  model: TableModel
  view: TableView
  stage: Stage
}

/** The recap beside the board. */
export function Recap({ model, view, stage }: Props): JSX.Element | null {
  const lines = model.sinceLines.value
  if (view.seat < 0 || view.status === "open") return null
  // Nothing to tell takes the same room, so that the log below stays in its place.
  if (lines.length === 0)
    return (
      <div class="recap nothing" aria-hidden="true">
        {t().sinceLastTurn}
      </div>
    )
  return (
    <details class="recap">
      <summary>{t().sinceLastTurn}</summary>
      <Opponents model={model} view={view} stage={stage} lines={lines} />
      <button type="button" disabled={!model.canChoose.value} onClick={() => model.showAgain(lines)}>
        {t().showAgain}
      </button>
    </details>
  )
}

/** What happened while the page was hidden, above everything else until it is closed. */
export function AwayRecap({ model, view, stage }: Props): JSX.Element | null {
  const lines = model.away.value
  if (lines.length === 0) return null
  const close = (): void => {
    model.away.value = []
  }
  const showAgain = (): void => {
    close()
    model.showAgain(lines)
  }
  return (
    <section class="away-recap" role="dialog" aria-label={t().whileAway}>
      <h2>{t().whileAway}</h2>
      <div class="happened" tabIndex={0} role="region" aria-label={t().whileAway}>
        <Opponents model={model} view={view} stage={stage} lines={lines} />
      </div>
      <div class="row">
        <button type="button" class="main" onClick={showAgain}>
          {t().showAgain}
        </button>
        <button type="button" onClick={close}>
          {t().close}
        </button>
      </div>
    </section>
  )
}

function Opponents({ model, view, stage, lines }: Props & { lines: readonly LogLine[] }): JSX.Element {
  const numbers = numbersOf(lines)
  return (
    <>
      {byOpponent(lines).map(({ seat, lines: own }) => {
        const player = stage.players[seat]
        return (
          <section key={seat} class="opponent">
            <h3>
              {player && <Swatch player={player} stage={stage} />} {nameOf(view, stage, seat)}
            </h3>
            <ul>
              {own.map((line) => (
                <li
                  key={line.n}
                  onMouseEnter={() => {
                    model.highlighted.value = idsOf(line)
                  }}
                  onMouseLeave={() => {
                    model.highlighted.value = []
                  }}
                >
                  {numbers.has(line) && <span class="number">{numbers.get(line)}</span>}
                  {deedText(line, view, stage)}
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}
