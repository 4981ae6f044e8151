import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Cell } from "../../src/api/protocol"
import { describeCell, describeItem } from "../../src/scene/descriptions"
import { stage } from "../support/scenes"

const cell: Cell = ["c3", 0, 0]

describe("describeCell", () => {
  test("an empty cell is called by its id", () => {
    assert.equal(describeCell(stage, cell, undefined), "c3, empty")
  })

  test("a cell's name takes precedence over its id", () => {
    assert.equal(describeCell(stage, ["x17", 0, 0, "forest 3"], undefined), "forest 3, empty")
  })

  test("terrain, owner and label are named", () => {
    assert.equal(describeCell(stage, cell, { kind: "hill", seat: 1, label: "5" }), "c3, hill, Blue, 5")
  })

  test("a kind without a legend is named as it is", () => {
    assert.equal(describeCell(stage, cell, { kind: "swamp" }), "c3, swamp")
  })

  test("a piece has its owner, label, badge and direction", () => {
    const piece = { kind: "knight", seat: 0, label: "3", badge: "2", facing: 1 }
    assert.equal(describeCell(stage, cell, { piece }), "c3, Red knight 3, attack 2, looking upper right")
  })

  test("a neutral piece has no owner", () => {
    assert.equal(describeCell(stage, cell, { piece: { kind: "knight", seat: -1 } }), "c3, knight")
  })

  test("a label that the legend already contains is not repeated", () => {
    assert.equal(describeCell(stage, cell, { piece: { kind: "card", label: "7" } }), "c3, card 7")
  })

  test("repeated marks are counted", () => {
    assert.equal(
      describeCell(stage, cell, { piece: { kind: "knight", marks: ["hit", "hit", "guard"] } }),
      "c3, knight, hit token ×2, guard",
    )
    assert.equal(describeCell(stage, cell, { marks: ["hit"] }), "c3, hit token")
  })
})

describe("describeItem", () => {
  test("an item is named by the legend and its label", () => {
    assert.equal(describeItem(stage, { id: "die.1", kind: "die", label: "4" }), "die 4")
  })

  test("a label at the end of the name is not repeated", () => {
    assert.equal(describeItem(stage, { id: "card.7", kind: "card", label: "7" }), "card 7")
  })

  test("a count other than one is named", () => {
    assert.equal(describeItem(stage, { id: "k", kind: "knight", count: 3 }), "knight, ×3")
    assert.equal(describeItem(stage, { id: "k", kind: "knight", count: 0 }), "knight, ×0")
    assert.equal(describeItem(stage, { id: "k", kind: "knight", count: 1 }), "knight")
  })

  test("what is seen on it comes in the order in which it is seen", () => {
    const die = { id: "d", kind: "die", label: "4", name: "d6", note: "5 places", marks: ["used"] }
    assert.equal(describeItem(stage, die), "die 4, d6 5 places, used")
    assert.equal(describeItem(stage, { id: "d", kind: "die", label: "4", count: 2, note: "2 times" }, true), "die 4 4, 2 times")
  })

  test("a form is explained as its name", () => {
    assert.equal(describeItem(stage, { id: "d", kind: "die", marks: ["hit.3"] }), "die, hit token")
  })

  test("marks follow", () => {
    assert.equal(describeItem(stage, { id: "d", kind: "die", marks: ["used"] }), "die, used")
  })
})
