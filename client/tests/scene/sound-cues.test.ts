import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { CellState, Scene, TableView } from "../../src/api/protocol"
import { soundCues } from "../../src/scene/sound-cues"
import { scene } from "../support/scenes"

function view(shown: Scene, parts: Partial<TableView> = {}): TableView {
  const seats = [0, 1].map(() => ({ name: "", kind: "human" as const }))
  return { table: "t", version: 1, seat: 0, status: "running", scene: shown, seats, at: 0, ...parts }
}

const board = (cells: Record<string, CellState>): Scene => scene({ boards: { "": { cells } } })
const knight: CellState = { piece: { kind: "knight", seat: 0 } }
const die = (label: string): Scene => scene({ trays: { dice: [{ id: "die.1", kind: "die", label }] } })

describe("soundCues", () => {
  test("an unchanged scene is silent", () => {
    const shown = board({ a: knight })
    assert.deepEqual(soundCues(view(shown), view(shown)), [])
  })

  test("a new piece is placed", () => {
    assert.deepEqual(soundCues(view(board({})), view(board({ a: knight }))), ["place"])
  })

  test("a moved piece is placed", () => {
    assert.deepEqual(soundCues(view(board({ a: knight })), view(board({ b: knight }))), ["place"])
  })

  test("fewer pieces than before mean a capture", () => {
    assert.deepEqual(soundCues(view(board({ a: knight, b: knight })), view(board({ b: knight }))), ["capture"])
  })

  test("dice are heard when they show other numbers", () => {
    assert.deepEqual(soundCues(view(die("1")), view(die("6"))), ["dice"])
    assert.deepEqual(soundCues(view(die("6")), view(die("6"))), [])
  })

  test("items other than dice make no sound of dice", () => {
    const card = (label: string): Scene => scene({ trays: { hand: [{ id: "card.1", kind: "card", label }] } })
    assert.deepEqual(soundCues(view(card("1")), view(card("2"))), [])
  })

  test("the start of one's own turn is heard, another's is not", () => {
    const seats = (acting: number): TableView["seats"] => [0, 1].map((seat) => ({ name: "", kind: "human", acting: seat === acting }))
    assert.deepEqual(soundCues(view(scene(), { seats: seats(1) }), view(scene(), { seats: seats(0) })), ["turn"])
    assert.deepEqual(soundCues(view(scene(), { seats: seats(0) }), view(scene(), { seats: seats(1) })), [])
  })

  test("the end is heard as a win by the winner alone", () => {
    const end = (places: number[]): TableView => view(scene(), { status: "over", places })
    assert.deepEqual(soundCues(view(scene()), end([1, 2])), ["win"])
    assert.deepEqual(soundCues(view(scene()), end([2, 1])), ["capture"])
  })
})
