import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Scene } from "../../src/api/protocol"
import { shareScene } from "../../src/scene/structural-sharing"
import { forAllSeeds } from "../support/random"
import { randomScene, scene } from "../support/scenes"

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const before = scene({ boards: { "": { cells: { a: { label: "1" }, b: { piece: { kind: "knight", seat: 0 } } } } } })

describe("shareScene", () => {
  test("keeps an equal board", () => {
    const shared = shareScene(before, copy(before))
    assert.equal(shared.boards?.[""], before.boards?.[""])
  })

  test("keeps the cells of a changed board that did not change", () => {
    const after = copy(before)
    after.boards = { "": { cells: { ...copy(before.boards?.[""]?.cells), a: { label: "2" } } } }
    const shared = shareScene(before, after)
    assert.equal(shared.boards?.[""]?.cells?.b, before.boards?.[""]?.cells?.b)
    assert.deepEqual(shared.boards?.[""]?.cells?.a, { label: "2" })
  })

  test("drops cells that became empty", () => {
    const after = scene({ boards: { "": { cells: { a: { label: "1" } } } } })
    assert.deepEqual(Object.keys(shareScene(before, after).boards?.[""]?.cells ?? {}), ["a"])
  })

  test("takes new boards as they are", () => {
    const after = scene({ boards: { "p2.": { cells: {} } } })
    assert.equal(shareScene(before, after).boards?.["p2."], after.boards?.["p2."])
  })

  test("takes prompt and choices from the new scene", () => {
    const after = { ...copy(before), prompt: "now", choices: [[1, "x", "X"]] } as Scene
    const shared = shareScene(before, after)
    assert.equal(shared.prompt, "now")
    assert.equal(shared.choices, after.choices)
  })

  test("returns a scene without boards as it is", () => {
    const after = scene({ picture: "text" })
    assert.equal(shareScene(before, after), after)
  })

  test("does not change either scene", () => {
    const [old, after] = [copy(before), scene({ boards: { "": { cells: { a: { label: "2" } } } } })]
    const [oldText, afterText] = [JSON.stringify(old), JSON.stringify(after)]
    shareScene(old, after)
    assert.deepEqual([JSON.stringify(old), JSON.stringify(after)], [oldText, afterText])
  })
})

describe("for random scenes", () => {
  test("the result equals the new scene", () => {
    forAllSeeds(300, (random) => {
      const after = randomScene(random)
      assert.deepEqual(shareScene(randomScene(random), after), after)
    })
  })

  test("equal boards and cells keep their identity, changed ones do not", () => {
    forAllSeeds(300, (random) => {
      const old = randomScene(random)
      const after = random.chance(50) ? randomScene(random) : copy(old)
      const shared = shareScene(old, after)
      for (const [id, board] of Object.entries(shared.boards ?? {})) {
        const oldBoard = old.boards?.[id]
        if (oldBoard?.cells) assert.equal(board === oldBoard, JSON.stringify(board) === JSON.stringify(oldBoard))
        for (const [cell, state] of Object.entries(board.cells ?? {})) {
          const oldState = oldBoard?.cells?.[cell]
          if (oldState) assert.equal(state === oldState, JSON.stringify(state) === JSON.stringify(oldState))
        }
      }
    })
  })
})
