import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { thrownDice } from "../../src/scene/throws"

describe("thrownDice", () => {
  test("are those of seats, or of nobody", () => {
    assert.deepEqual(thrownDice({ kind: "roll", ids: ["seat.0", "seat.2"], faces: [{ label: "4" }, { label: "1" }] }), [
      { label: "4", seat: 0 },
      { label: "1", seat: 2 },
    ])
    assert.deepEqual(thrownDice({ kind: "roll", faces: [{ label: "6" }] }), [{ label: "6", seat: -1 }])
  })

  test("are not those that are items, nor what other beats show", () => {
    assert.deepEqual(thrownDice({ kind: "roll", ids: ["die.d6"], faces: [{ label: "6" }] }), [])
    assert.deepEqual(thrownDice({ kind: "write", faces: [{ label: "6" }] }), [])
    assert.deepEqual(thrownDice({ kind: "roll" }), [])
  })
})
