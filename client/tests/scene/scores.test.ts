import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { LogLine } from "../../src/api/protocol"
import { categoriesOf, endReason } from "../../src/scene/scores"

describe("categoriesOf", () => {
  test("has one row for each text, in order, with the points of all seats", () => {
    const breakdown: Parameters<typeof categoriesOf>[0] = [
      [
        ["Rings", 12],
        ["Penalties", -3],
      ],
      [
        ["Rings", 9],
        ["First", null, [], "yes"],
      ],
    ]
    assert.deepEqual(categoriesOf(breakdown), [
      { text: "Rings", values: [12, 9] },
      { text: "Penalties", values: [-3, undefined] },
      { text: "First", values: [undefined, "yes"] },
    ])
  })

  test("adds up lines with the same text", () => {
    assert.deepEqual(
      categoriesOf([
        [
          ["Pair", 4],
          ["Pair", 5],
        ],
      ]),
      [{ text: "Pair", values: [9] }],
    )
  })
})

describe("endReason", () => {
  const line = (kind: string, words: string, text: string): LogLine => ({
    n: 1,
    at: 0,
    kind,
    seat: 0,
    words,
    beats: [{ kind: "end", text }],
  })

  test("is the text of the last end", () => {
    assert.equal(endReason([line("action", "Red places a stone.", "Red connects both sides.")]), "Red connects both sides.")
    assert.equal(endReason([{ n: 1, at: 0, kind: "action", seat: 0 }]), "")
  })

  test("names the player who resigned", () => {
    assert.equal(endReason([line("resign", "Red resigns.", "The game is over: Blue wins.")]), "Red resigns.")
  })
})
