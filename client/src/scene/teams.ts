// Teams: seats that win together.
import type { Stage, Team } from "../api/protocol"

/** Returns the team of a seat, if there are teams. */
export function teamOf(stage: Stage, seat: number): Team | undefined {
  return stage.teams?.find((team) => team.seats.includes(seat))
}

/** Tells whether two seats are different members of a team. */
export function arePartners(stage: Stage, one: number, other: number): boolean {
  return one !== other && (teamOf(stage, one)?.seats.includes(other) ?? false)
}

/** Returns the place of a seat, counted in teams if there are some. */
export function shownPlace(stage: Stage, places: readonly number[], seat: number): number {
  const place = places[seat] ?? 0
  return stage.teams?.length ? [...new Set(places)].filter((other) => other < place).length + 1 : place
}

/** Returns the team that all of these seats belong to, if there is one. */
export function commonTeam(stage: Stage, seats: readonly number[]): Team | undefined {
  return stage.teams?.find((team) => seats.length > 0 && seats.every((seat) => team.seats.includes(seat)))
}
