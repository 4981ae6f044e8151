// One table of all scores: a row for each player, by place, and a column for each thing that points come from.
import type { JSX } from "preact"
import type { Scene, Stage } from "../../api/protocol"
import { Swatch } from "../../pieces/swatch"
import { TeamBadge } from "../../pieces/team-badge"
import { t } from "../../i18n/texts"
import { categoriesOf } from "../../scene/scores"
import { shownPlace } from "../../scene/teams"

/** How many columns leave room for names beside them; with more, names have a line of their own. */
const roomBesideNames = 4

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
  const categories = categoriesOf(breakdown)
  const ranked = seats.length > 1 && places.length > 0
  // A single category of points is the total.
  const summed = categories.filter(({ values }) => values.some((value) => typeof value === "number")).length > 1
  const columns = categories.length + (summed ? 1 : 0)
  const stacked = columns > roomBesideNames
  const values = (seat: number): JSX.Element[] => [
    ...categories.map(({ text, values }) => <td key={text}>{values[seat] ?? "–"}</td>),
    ...(summed ? [<td class="total">{totals[seat]}</td>] : []),
  ]
  return (
    <div class="scores" tabIndex={0} role="region" aria-label={t().scoreBreakdown}>
      <table class={stacked ? "score-breakdown stacked" : "score-breakdown"}>
        <thead>
          <tr>
            {!stacked && <td />}
            {categories.map(({ text }) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
            {summed && <th scope="col">{t().total}</th>}
          </tr>
        </thead>
        {seats.map((seat) => {
          const player = stage.players[seat]
          const who = (
            <span class="player">
              {ranked && <b class="rank">{t().rankShort(shownPlace(stage, places, seat))}</b>}
              {player && <Swatch player={player} stage={stage} />}
              <TeamBadge stage={stage} seat={seat} />
              <span class="name">{names[seat]}</span>
            </span>
          )
          return (
            <tbody key={seat} class={places[seat] === 1 ? "first" : ""}>
              {stacked && (
                <tr>
                  <th scope="rowgroup" colSpan={columns} title={names[seat]}>
                    {who}
                  </th>
                </tr>
              )}
              <tr>
                {!stacked && (
                  <th scope="row" title={names[seat]}>
                    {who}
                  </th>
                )}
                {values(seat)}
              </tr>
            </tbody>
          )
        })}
      </table>
    </div>
  )
}
