// What is told to a page that has no former picture: how the game was set up, and what has happened just now.
import type { Beat, TableView } from "../../api/protocol"
import { withoutPlaced, type Step } from "../../scene/playback"

/** Tells whether a beat begins a turn of the viewer, so that what can be chosen now follows from it. */
function beginsTurn({ kind, seat = -1 }: Beat, viewer: number): boolean {
  return kind === "round" || (kind === "turn" && (seat < 0 || seat === viewer))
}

/**
 * Returns the picture to begin with, and the steps to tell from there on.
 * The first step leads to the viewer's choices. What the others have done since, as in games where all play at once, is the second one.
 */
export function retelling(view: TableView, opening: readonly Beat[], beats: readonly Beat[]): [TableView, Step<TableView>[]] {
  const known = opening.length > 0 ? 0 : beats.length
  const begun = beats.reduce((found, beat, n) => (beginsTurn(beat, view.seat) ? n + 1 : found), known)
  // The dice of a round belong to its beginning.
  const others = beats.findIndex(({ seat = -1 }, n) => n >= begun && seat >= 0 && seat !== view.seat)
  const leading = others < 0 ? beats.length : others
  const before = { ...view, version: view.version - 1, scene: withoutPlaced(view.scene, opening) }
  const step = (told: readonly Beat[]): Step<TableView> => ({ after: view, beats: told, own: false, viewer: view.seat })
  return [before, [step([...opening, ...beats.slice(0, leading)]), step(beats.slice(leading))]]
}

/** Tells whether two views offer the same choices. */
export function haveSameChoices(a: TableView, b: TableView): boolean {
  return JSON.stringify(a.scene.choices ?? []) === JSON.stringify(b.scene.choices ?? [])
}
