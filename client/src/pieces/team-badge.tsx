import type { JSX } from "preact"
import type { Stage } from "../api/protocol"
import { teamOf } from "../scene/teams"
import { tone } from "./palette"

/** The sign of a seat's team, in the team's colour; nothing if everybody plays alone. */
export function TeamBadge({ stage, seat }: { stage: Stage; seat: number }): JSX.Element | null {
  const team = teamOf(stage, seat)
  if (!team) return null
  const { fill, edge } = tone(team.colour)
  return (
    <span class="team" role="img" aria-label={team.name} title={team.name} style={{ background: fill, borderColor: edge }}>
      {team.sign}
    </span>
  )
}
