import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { OptionInfo } from "../../src/api/protocol"
import { applicable, applying } from "../../src/features/create/conditions"

const plain: OptionInfo = {
  name: "",
  text: "",
  kind: "",
  default: false,
  choices: [],
  words: [],
  low: 0,
  high: 0,
  data: false,
  needs: [],
  pictured: [],
}
const options: OptionInfo[] = [
  { ...plain, name: "map", default: 6, choices: [6, 8], words: ["Small", "Large"] },
  {
    ...plain,
    name: "terrain",
    default: "none",
    choices: ["none", "preset", "random"],
    words: ["none", "layout", "random"],
    needs: [{ option: "map", values: [8], choices: ["random"] }],
  },
  { ...plain, name: "preset", default: 0, high: 6, needs: [{ option: "terrain", values: ["preset"], choices: [] }] },
  { ...plain, name: "teams", needs: [{ option: "players", values: [4], choices: [] }] },
]
const names = (found: OptionInfo[]): string[] => found.map((option) => option.name)

describe("applicable", () => {
  test("leaves out options whose condition is not met", () => {
    assert.deepEqual(names(applicable(options, 2, {})), ["map", "terrain"])
    assert.deepEqual(names(applicable(options, 4, { terrain: "preset" })), ["map", "terrain", "preset", "teams"])
  })

  test("leaves out single choices and their words", () => {
    assert.deepEqual(applicable(options, 2, {})[1]?.words, ["none", "layout"])
    assert.deepEqual(applicable(options, 2, { map: 8 })[1]?.words, ["none", "layout", "random"])
  })
})

describe("applying", () => {
  test("drops values of options and choices that no longer apply", () => {
    assert.deepEqual(applying(options, 2, { map: 6, terrain: "random", teams: true }), { map: 6 })
    assert.deepEqual(applying(options, 4, { map: 8, terrain: "random", teams: true }), { map: 8, terrain: "random", teams: true })
  })

  test("keeps numbers and texts, which have no list of choices", () => {
    assert.deepEqual(applying(options, 2, { terrain: "preset", preset: 3 }), { terrain: "preset", preset: 3 })
  })
})
