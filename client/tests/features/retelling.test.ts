import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Beat, TableView } from "../../src/api/protocol"
import { haveSameChoices, retelling } from "../../src/features/table/retelling"
import { scene } from "../support/scenes"

const view = (seat: number): TableView => ({ seat, version: 9, scene: scene() }) as TableView
const round: Beat = { kind: "round", text: "Round 1." }
const roll: Beat = { kind: "roll", text: "Rolled: 3 4." }
const writes: Beat = { kind: "write", seat: 1, text: "Blue writes a 3." }
const turnOf = (seat: number): Beat => ({ kind: "turn", seat, text: "To move." })

describe("Retelling", () => {
  const told = (opening: Beat[], beats: Beat[], seat = 0): Beat[][] =>
    retelling(view(seat), opening, beats)[1].map((step) => [...step.beats])

  test("where all play at once, the choices wait for the roll and not for what the others have done since", () => {
    assert.deepEqual(told([round, roll], [writes]), [[round, roll], [writes]])
    assert.deepEqual(told([], [writes, turnOf(-1), writes]), [[writes, turnOf(-1)], [writes]])
    assert.deepEqual(told([round, roll], [writes, round, roll, writes]), [[round, roll, writes, round, roll], [writes]])
  })

  test("in turn, the choices wait for the turn before", () => {
    assert.deepEqual(told([turnOf(1)], [writes, turnOf(0)]), [[turnOf(1), writes, turnOf(0)], []])
    assert.deepEqual(told([], [writes, turnOf(0)]), [[writes, turnOf(0)], []])
    assert.deepEqual(told([], [writes, writes]), [[writes, writes], []])
  })

  test("the picture before is an earlier one, without what the opening places", () => {
    const [before, steps] = retelling(view(0), [round], [])
    assert.deepEqual([before.version, steps.map((step) => step.after.version)], [8, [9, 9]])
  })

  test("choices are compared by what they are", () => {
    const other = { ...view(0), scene: { ...scene(), choices: [[1, "a1", "Place", ["a1"]]] } } as TableView
    assert.equal(haveSameChoices(view(0), view(1)), true)
    assert.equal(haveSameChoices(view(0), other), false)
  })
})
