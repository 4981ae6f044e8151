import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { TipInfo } from "../../src/api/protocol"
import { nextTip } from "../../src/features/coach/progress"

const tips: TipInfo[] = [
  { text: "The aim.", prompt: "", beat: "" },
  { text: "You may attack.", prompt: "Place or attack.", beat: "" },
  { text: "It failed.", prompt: "", beat: "attack" },
]
const none = new Set<string>()

describe("nextTip", () => {
  test("begins with the aim", () => {
    assert.equal(nextTip(tips, new Set(), { prompt: "Place or attack.", beats: none }), 0)
  })

  test("waits for the prompt or the beat", () => {
    assert.equal(nextTip(tips, new Set([0]), { prompt: "Place.", beats: none }), -1)
    assert.equal(nextTip(tips, new Set([0]), { prompt: "Place or attack.", beats: none }), 1)
    assert.equal(nextTip(tips, new Set([0]), { prompt: "Place.", beats: new Set(["attack"]) }), 2)
  })

  test("never repeats one", () => {
    assert.equal(nextTip(tips, new Set([0, 1, 2]), { prompt: "Place or attack.", beats: new Set(["attack"]) }), -1)
  })
})
