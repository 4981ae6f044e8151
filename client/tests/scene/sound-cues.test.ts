import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { soundOf } from "../../src/scene/sound-cues"

describe("soundOf", () => {
  test("depends on the kind of a beat", () => {
    assert.equal(soundOf({ kind: "place" }, 0, false), "place")
    assert.equal(soundOf({ kind: "roll" }, 0, false), "dice")
    assert.equal(soundOf({ kind: "remove" }, 0, false), "capture")
    assert.equal(soundOf({ kind: "pass" }, 0, false), null)
  })

  test("a verdict sounds like its outcome", () => {
    assert.equal(soundOf({ kind: "verdict", success: true }, 0, false), "score")
    assert.equal(soundOf({ kind: "verdict", success: false }, 0, false), "capture")
  })

  test("the start of one's own turn is heard, another's is not, and a spectator hears none", () => {
    assert.equal(soundOf({ kind: "turn", seat: 1 }, 1, false), "turn")
    assert.equal(soundOf({ kind: "turn", seat: 0 }, 1, false), null)
    assert.equal(soundOf({ kind: "turn", seat: -1 }, -1, false), null)
  })

  test("the end is heard as a win by the winner alone", () => {
    assert.equal(soundOf({ kind: "end" }, 0, true), "win")
    assert.equal(soundOf({ kind: "end" }, 0, false), "capture")
  })
})
