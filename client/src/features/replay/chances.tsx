// Every seat's expected result over the game, as a chart and as a table.
import type { JSX } from "preact"
import type { Analysis, Replay } from "../../api/protocol"
import { tone } from "../../pieces/palette"
import { t } from "../../i18n/texts"
import { Chart, type Line, type Point } from "../../ui/chart"

/** Returns a seat's expected result before each analysed action, and its final result. */
function points(found: Analysis, seat: number, last: number): Point[] {
  const analysed = found.decisions.map((decision): Point => [decision.move - 1, decision.chances[seat] ?? 0])
  const end = found.final[seat]
  return end !== undefined && found.decisions.length >= found.total ? [...analysed, [last, end]] : analysed
}

interface Props {
  replay: Replay
  found: Analysis
  at: number
  step: (to: number) => void
}

export function Chances({ replay, found, at, step }: Props): JSX.Element {
  const last = replay.frames.length - 1
  const players = replay.stage.players
  const lines = players.map(({ name, colour }, seat): Line => ({ name, colour: tone(colour).fill, points: points(found, seat, last) }))
  const values = lines.map((line) => new Map(line.points))
  const mistakes = found.decisions
    .filter(({ move }) => found.mistakes.includes(move))
    .map(({ move, seat, after }): Point => [move, values[seat]?.get(move) ?? after])
  return (
    <Chart
      title={t().chances}
      description={t().chartDescription(players.map((player) => player.name))}
      lines={lines}
      lastStep={last}
      currentStep={at}
      markers={mistakes}
      markerName={t().mistake}
      onSelect={step}
    >
      <details>
        <summary>{t().chartTable}</summary>
        <Table lines={lines} values={values} />
      </details>
    </Chart>
  )
}

function Table({ lines, values }: { lines: readonly Line[]; values: readonly Map<number, number>[] }): JSX.Element {
  return (
    <div class="numbers" tabIndex={0} role="region" aria-label={t().chartTable}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t().stepColumn}</th>
            {lines.map(({ name }, seat) => (
              <th key={seat} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...(values[0]?.keys() ?? [])].map((n) => (
            <tr key={n}>
              <th scope="row">{n}</th>
              {values.map((row, seat) => (
                <td key={seat}>{t().percent(row.get(n) ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
