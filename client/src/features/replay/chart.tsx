// The chances of every seat over the game as lines, and the same in numbers.
import type { JSX } from "preact"
import { tone } from "../../board/palette"
import type { Analysis, Replay } from "../../api/protocol"
import { t } from "../../i18n/texts"

const width = 360
const height = 150
const left = 40
const right = 8
const top = 8
const bottom = 18
/** Says the same as the colour to those who cannot see it. */
const dashes = ["", "7 4", "2 4", "9 3 2 3", "4 2", "12 4", "2 2", "6 2 2 2"]

type Point = [at: number, chance: number]

/** Where a seat stood: before each judged action, and at the end. */
function points(found: Analysis, seat: number, last: number): Point[] {
  const judged = found.decisions.map((decision): Point => [decision.move - 1, decision.chances[seat] ?? 0])
  const end = found.final[seat]
  return end !== undefined && found.decisions.length >= found.total ? [...judged, [last, end]] : judged
}

interface Props {
  replay: Replay
  found: Analysis
  at: number
  step: (to: number) => void
}

export function Chart({ replay, found, at, step }: Props): JSX.Element {
  const last = replay.frames.length - 1
  const x = (n: number): number => left + ((width - left - right) * n) / Math.max(1, last)
  const y = (chance: number): number => top + (height - top - bottom) * (1 - chance)
  const players = replay.stage.players
  const lines = players.map((_, seat) => new Map(points(found, seat, last)))
  const jump = (event: MouseEvent): void => {
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect()
    const n = (((event.clientX - box.left) / box.width) * width - left) / (width - left - right)
    step(Math.round(n * last))
  }
  return (
    <figure class="chart">
      <figcaption>{t().chances}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t().chancesOf(players.map((player) => player.name))} onClick={jump}>
        {[0, 0.5, 1].map((chance) => (
          <g key={chance}>
            <path class="rule" d={`M${left} ${y(chance)}H${width - right}`} />
            <text class="scale" x={left - 5} y={y(chance) + 3.5} text-anchor="end">
              {`${100 * chance} %`}
            </text>
          </g>
        ))}
        <text class="scale" x={x(last)} y={height - 4} text-anchor="end">
          {last}
        </text>
        <path class="now" d={`M${x(at)} ${top}V${height - bottom}`} />
        {players.map((player, seat) => (
          <polyline
            key={seat}
            points={[...(lines[seat] ?? [])].map(([n, chance]) => `${x(n).toFixed(1)},${y(chance).toFixed(1)}`).join(" ")}
            stroke={tone(player.colour).fill}
            stroke-dasharray={dashes[seat % dashes.length]}
          />
        ))}
        {found.decisions
          .filter((decision) => found.mistakes.includes(decision.move))
          .map((decision) => (
            <circle
              key={decision.move}
              class={decision.move === at ? "mistake current" : "mistake"}
              cx={x(decision.move)}
              cy={y(lines[decision.seat]?.get(decision.move) ?? decision.after)}
              r="4"
            />
          ))}
      </svg>
      <ul class="key">
        {players.map((player, seat) => (
          <li key={seat}>
            <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">
              <path d="M0 4H28" stroke={tone(player.colour).fill} stroke-width="3" stroke-dasharray={dashes[seat % dashes.length]} />
            </svg>
            {player.name}
          </li>
        ))}
        <li>
          <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
            <circle class="mistake" cx="5" cy="5" r="4" />
          </svg>
          {t().mistake}
        </li>
      </ul>
      <details>
        <summary>{t().asTable}</summary>
        <Numbers replay={replay} found={found} />
      </details>
    </figure>
  )
}

function Numbers({ replay, found }: { replay: Replay; found: Analysis }): JSX.Element {
  const last = replay.frames.length - 1
  const rows = replay.stage.players.map((_, seat) => new Map(points(found, seat, last)))
  const steps = [...(rows[0]?.keys() ?? [])]
  return (
    <div class="numbers" tabIndex={0} role="region" aria-label={t().asTable}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t().stepHead}</th>
            {replay.stage.players.map((player, seat) => (
              <th key={seat} scope="col">
                {player.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((n) => (
            <tr key={n}>
              <th scope="row">{n}</th>
              {rows.map((row, seat) => (
                <td key={seat}>{t().percent(row.get(n) ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
