// Small stages and scenes, and random ones.
import type { BoardState, CellState, Choice, Grid, Piece, Scene, Stage } from "../../src/api/protocol"
import type { Random } from "./random"

export const stage: Stage = {
  game: "test",
  players: [
    { name: "Red", colour: "red", emblem: "disc" },
    { name: "Blue", colour: "blue", emblem: "disc" },
  ],
  legend: { knight: "knight", hill: "hill", hit: "hit token", badge: "attack", die: "die", card: "card 7" },
}

export function scene(parts: Partial<Scene> = {}): Scene {
  return { stage: "s", seats: [{ score: 0 }, { score: 0 }], prompt: "", ...parts }
}

/** A hexagon-shaped grid around the origin; ids are `q,r`. */
export function hexagonGrid(radius: number, parts: Partial<Grid> = {}): Grid {
  const cells: Grid["cells"] = []
  for (let q = -radius; q <= radius; q++)
    for (let r = Math.max(-radius, -radius - q); r <= Math.min(radius, radius - q); r++) cells.push([`${q},${r}`, q, r])
  return { cells, ...parts }
}

const ids = ["a", "b", "c", "d", "e", "f"]

export function randomChoices(random: Random): Choice[] {
  return random.list(random.below(12), (n): Choice => [n, `t${n}`, `label ${n}`, random.list(random.below(4), () => random.pick(ids))])
}

function randomPiece(random: Random): Piece {
  const piece: Piece = { kind: random.pick(["knight", "pawn"]) }
  if (random.chance(50)) piece.seat = random.below(2)
  if (random.chance(30)) piece.label = String(random.below(4))
  if (random.chance(30)) piece.marks = ["hit"]
  return piece
}

function randomCell(random: Random): CellState {
  const state: CellState = {}
  if (random.chance(50)) state.piece = randomPiece(random)
  if (random.chance(30)) state.label = String(random.below(3))
  if (random.chance(20)) state.kind = "hill"
  return state
}

function randomBoard(random: Random): BoardState {
  const board: BoardState = {}
  if (random.chance(90)) board.cells = Object.fromEntries(ids.filter(() => random.chance(60)).map((id) => [id, randomCell(random)]))
  if (random.chance(30)) board.highlighted = ["area"]
  return board
}

export function randomScene(random: Random): Scene {
  const found = scene({ prompt: random.pick(["play", "wait"]), choices: randomChoices(random) })
  if (random.chance(90))
    found.boards = Object.fromEntries(["", "p1.", "p2."].filter(() => random.chance(70)).map((id) => [id, randomBoard(random)]))
  return found
}
