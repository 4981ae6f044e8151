import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Scene, Stage, TipInfo } from "../../src/api/protocol"
import { idsAbout } from "../../src/features/coach/about"
import { nextTip } from "../../src/features/coach/progress"

const tips: TipInfo[] = [
  { text: "The aim.", prompt: "", beat: "", about: [] },
  { text: "You may attack.", prompt: "Place or attack.", beat: "", about: [] },
  { text: "It failed.", prompt: "", beat: "attack", about: [] },
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

describe("idsAbout", () => {
  const stage: Stage = {
    game: "test",
    players: [],
    grids: [
      {
        cells: [
          ["a", 0, 0],
          ["b", 1, 0],
          ["c", 2, 0],
        ],
        sides: [
          { name: "left", colour: "red", seat: 0, edges: [["a", 3]] },
          { name: "right", colour: "blue", seat: 1, edges: [["c", 0]] },
        ],
      },
    ],
    boards: [{ id: "x." }],
    trays: [
      { id: "dice", title: "" },
      { id: "p1.hand", title: "", seat: 0 },
      { id: "p2.hand", title: "", seat: 1 },
    ],
  } as unknown as Stage
  const item = (id: string): { id: string; kind: string } => ({ id, kind: "die" })
  const scene: Scene = {
    stage: "",
    seats: [],
    prompt: "",
    boards: { "x.": { cells: { a: { piece: { kind: "cap", seat: 0 } }, b: { piece: { kind: "cap", seat: 1 } }, c: { seat: 1 } } } },
    trays: { dice: [item("d4")], "p1.hand": [item("p1.cap")], "p2.hand": [item("p2.cap")] },
  } as unknown as Scene
  const about = (...words: string[]): string[] => idsAbout(words, stage, scene, 0, new Set(["x.c", "d4"]))

  test("finds parts of the board", () => {
    assert.deepEqual(about("spaces"), ["x.c"])
    assert.deepEqual(about("sides"), ["x.a"])
    assert.deepEqual(about("pieces", "enemies"), ["x.a", "x.b"])
    assert.deepEqual(about("homes"), ["x.c"])
  })

  test("finds trays of everybody and one's own", () => {
    assert.deepEqual(about("dice", "hand"), ["d4", "p1.cap"])
    assert.deepEqual(about("nothing"), [])
  })
})
