// One table of all scores: players by place, and what their points come from.
import type { JSX } from "preact"
import type { Scene, Stage } from "../../api/protocol"
import { Swatch } from "../../board/swatch"
import { t } from "../../i18n/texts"
import { categoriesOf } from "../../scene/scores"

interface Props {
  stage: Stage
  scene: Scene
  /** The players' names, by seat. */
  names: readonly string[]
  /** By seat, when the game is over. */
  places: readonly number[]
  totals: readonly number[]
}

export function Scores({ stage, scene, names, places, totals }: Props): JSX.Element | null {
  const breakdown = scene.score_breakdown ?? []
  if (breakdown.length === 0) return null
  const seats = breakdown.map((_, seat) => seat)
  if (places.length > 0) seats.sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  return (
    <div class="scores" tabIndex={0} role="region" aria-label={t().scoreBreakdown}>
      <table class="score-breakdown">
        <thead>
          <tr>
            <td />
            {seats.map((seat) => {
              const player = stage.players[seat]
              return (
                <th key={seat} scope="col" title={names[seat]}>
                  {player && <Swatch player={player} stage={stage} />}
                  <span class="player">{names[seat]}</span>
                  {places[seat] !== undefined && seats.length > 1 && <span class="muted">{t().rank(places[seat] ?? 0)}</span>}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {categoriesOf(breakdown).map(({ text, points }) => (
            <tr key={text}>
              <th scope="row">{text}</th>
              {seats.map((seat) => {
                const worth = points[seat]
                return <td key={seat}>{worth === null ? "✓" : (worth ?? "–")}</td>
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t().total}</th>
            {seats.map((seat) => (
              <td key={seat}>{totals[seat]}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
