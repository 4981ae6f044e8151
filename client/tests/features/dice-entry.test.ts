// Entering real dice: numbers by buttons and keys, back through throws, and commands that are sent again with them.
import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { ApiError } from "../../src/api/http"
import type { Throw } from "../../src/api/protocol"
import { DiceEntry } from "../../src/features/dice/entry"

const first: Throw = { prompt: "who starts?", dice: [{ sides: 2, names: ["Red", "Blue"] }] }
const second: Throw = { prompt: "roll", dice: [{ sides: 6 }, { sides: 10, low: 0 }, { sides: 20 }] }

/** Lets promises settle. */
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0))

/** Begins a command that asks for throws one after the other, and notes what it was sent with. */
function begin(throws: Throw[]): { entry: DiceEntry; sent: number[][]; result: Promise<string | null> } {
  const entry = new DiceEntry()
  const sent: number[][] = []
  const result = entry.send((dice) => {
    sent.push(dice)
    let used = 0
    for (const thrown of throws) {
      if (used === dice.length) return Promise.reject(new ApiError("needs_dice", thrown.prompt, -1, thrown))
      used += thrown.dice.length
    }
    return Promise.resolve("done")
  })
  return { entry, sent, result }
}

describe("entering dice", () => {
  it("sends a command that needs none once", async () => {
    const { entry, sent, result } = begin([])
    assert.equal(await result, "done")
    assert.deepEqual(sent, [[]])
    assert.equal(entry.asked.value, null)
  })

  it("sends it again with the dice of every throw", async () => {
    const { entry, sent, result } = begin([first, second])
    await settle()
    assert.equal(entry.asked.value?.prompt, "who starts?")
    entry.submit()
    entry.enter(2)
    entry.submit()
    await settle()
    for (const number of [4, 0, 20]) entry.enter(number)
    assert.equal(entry.complete.value, true)
    entry.submit()
    assert.equal(await result, "done")
    assert.deepEqual(sent, [[], [2], [2, 4, 0, 20]])
  })

  it("takes only what a die can show", async () => {
    const { entry } = begin([second])
    await settle()
    for (const number of [0, 7, 6]) entry.enter(number)
    for (const number of [10, 9]) entry.enter(number)
    assert.deepEqual(entry.shown.value, [6, 9, null])
  })

  it("waits for a second digit only where there can be one", async () => {
    const { entry } = begin([second])
    await settle()
    for (const key of ["5", "1"]) assert.equal(entry.press(key), true)
    assert.deepEqual([entry.shown.value, entry.typed.value], [[5, 1, null], ""])
    entry.press("1")
    assert.deepEqual([entry.shown.value, entry.typed.value], [[5, 1, null], "1"])
    entry.press("8")
    assert.deepEqual(entry.shown.value, [5, 1, 18])
    entry.press("Backspace")
    for (const key of ["3"]) entry.press(key)
    assert.deepEqual(entry.shown.value, [5, 1, 3])
    assert.equal(entry.press("x"), false)
  })

  it("replaces one die, and goes back die by die into the throw before", async () => {
    const { entry, sent, result } = begin([first, second])
    await settle()
    entry.enter(1)
    entry.submit()
    await settle()
    for (const number of [1, 2, 3]) entry.enter(number)
    entry.choose(1)
    entry.enter(7)
    assert.deepEqual([entry.shown.value, entry.current.value], [[1, 7, 3], 3])
    for (let n = 0; n < 4; n++) entry.stepBack()
    assert.deepEqual([entry.asked.value?.prompt, entry.shown.value], ["who starts?", [null]])
    assert.equal(entry.canStepBack.value, false)
    entry.enter(2)
    entry.submit()
    await settle()
    entry.cancel()
    assert.equal(await result, null)
    assert.deepEqual(sent, [[], [1], [2]])
    assert.equal(entry.asked.value, null)
  })

  it("passes on other errors", async () => {
    const entry = new DiceEntry()
    await assert.rejects(
      entry.send(() => Promise.reject(new ApiError("stale", "outdated"))),
      /outdated/,
    )
  })
})
