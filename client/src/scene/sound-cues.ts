// The sounds of beats. They depend on a beat's kind alone, never on a game's rules.
import type { Beat } from "../api/protocol"

export type Sound = "place" | "capture" | "dice" | "flip" | "score" | "turn" | "win"

const sounds: Partial<Record<Beat["kind"], Sound>> = {
  act: "place",
  write: "place",
  place: "place",
  move: "place",
  face: "place",
  merge: "place",
  draw: "place",
  discard: "place",
  roll: "dice",
  flip: "flip",
  remove: "capture",
  return: "capture",
  capture: "capture",
  penalty: "capture",
  claim: "score",
  score: "score",
}

/** Returns the sound of a beat for a viewer; of turns only their own is heard, and the end as a win by its winner alone. */
export function soundOf(beat: Beat, viewer: number, won: boolean): Sound | null {
  if (beat.kind === "turn") return viewer >= 0 && beat.seat === viewer ? "turn" : null
  if (beat.kind === "end") return won ? "win" : "capture"
  if (beat.kind === "verdict") return beat.success ? "score" : "capture"
  return sounds[beat.kind] ?? null
}
