import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Choice, Scene } from "../../src/api/protocol"
import { aimsOf, candidates, click, labelOf, picksOf, preview } from "../../src/scene/picking"
import { forAllSeeds, type Random } from "../support/random"
import { randomChoices, scene } from "../support/scenes"

const move = (action: number, ...picks: string[]): Choice => [action, `t${action}`, `label ${action}`, picks]
const actions = (choices: readonly Choice[]): number[] => choices.map((choice) => choice[0])

const pass: Choice = [9, "pass", "Pass"]
const choices = [move(0, "a", "b"), move(1, "a", "c"), move(2, "b", "a", "c"), pass]
const ordered = scene({ choices, ordered: true })

describe("candidates", () => {
  test("offers every first pick and completes actions without picks before any click", () => {
    const found = candidates(choices, true, [])
    assert.deepEqual([...found.next], ["a", "b"])
    assert.deepEqual(actions(found.complete), [9])
    assert.deepEqual(actions(found.matching), [0, 1, 2, 9])
  })

  test("narrows ordered choices to those that begin with the clicks", () => {
    const found = candidates(choices, true, ["a"])
    assert.deepEqual([...found.next], ["b", "c"])
    assert.deepEqual(actions(found.matching), [0, 1])
    assert.deepEqual(found.complete, [])
  })

  test("accepts the picks of unordered choices in any order", () => {
    assert.deepEqual(actions(candidates(choices, false, ["c"]).matching), [1, 2])
    assert.deepEqual(actions(candidates(choices, false, ["b", "a"]).complete), [0])
  })

  test("keeps longer actions possible beside a complete one", () => {
    const found = candidates(choices, false, ["a", "b"])
    assert.deepEqual(actions(found.complete), [0])
    assert.deepEqual(actions(found.matching), [0, 2])
    assert.deepEqual([...found.next], ["c"])
  })

  test("needs a pick that occurs twice to be clicked twice", () => {
    const twice = [move(0, "a", "a")]
    assert.deepEqual([...candidates(twice, false, ["a"]).next], ["a"])
    assert.deepEqual(actions(candidates(twice, false, ["a", "a"]).complete), [0])
    assert.deepEqual(candidates(twice, false, ["a", "a", "a"]).matching, [])
  })

  test("offers nothing after clicks that no choice has", () => {
    const found = candidates(choices, true, ["z"])
    assert.deepEqual([found.next.size, found.complete.length, found.matching.length], [0, 0, 0])
  })
})

describe("click", () => {
  test("appends an id that can follow", () => {
    assert.deepEqual(click(ordered, ["a"], "b"), ["a", "b"])
  })

  test("takes back a pick and all after it", () => {
    assert.deepEqual(click(ordered, ["b", "a"], "b"), [])
    assert.deepEqual(click(ordered, ["b", "a"], "a"), ["b"])
  })

  test("replaces the latest pick by an alternative", () => {
    assert.deepEqual(click(ordered, ["a", "b"], "c"), ["a", "c"])
  })

  test("goes back as far as needed for an alternative", () => {
    const far = scene({ choices: [move(0, "a", "b", "c"), move(1, "x", "y")], ordered: true })
    assert.deepEqual(click(far, ["a", "b"], "x"), ["x"])
  })

  test("ignores an id without meaning", () => {
    assert.equal(click(ordered, ["a"], "z"), null)
    assert.equal(click(scene(), [], "a"), null)
  })
})

describe("preview", () => {
  test("names the action that a click would play", () => {
    assert.deepEqual(preview(ordered, ["a"], "b"), { ids: new Set(), choice: choices[0] })
  })

  test("highlights what could follow, without a label while several actions match", () => {
    assert.deepEqual(preview(ordered, [], "a"), { ids: new Set(["b", "c"]), choice: null })
  })

  test("labels the only matching action before it is complete", () => {
    assert.deepEqual(preview(ordered, [], "b"), { ids: new Set(["a"]), choice: choices[2] })
  })

  test("shows the scene's own previews, also of ids that cannot be clicked", () => {
    const given = scene({ choices, previews: { z: ["p", "q"] } })
    assert.deepEqual(preview(given, [], "z"), { ids: new Set(["p", "q"]), choice: null })
  })

  test("promises nothing for a click that takes a pick back", () => {
    assert.deepEqual(preview(ordered, ["a", "b"], "a"), { ids: new Set(), choice: null })
  })
})

test("a choice without picks has none", () => {
  assert.deepEqual(picksOf(pass), [])
  assert.equal(labelOf(pass), "Pass")
})

/** Tells whether `part` is contained in `whole`, counting repetitions. */
function contains(whole: readonly string[], part: readonly string[]): boolean {
  const left = [...whole]
  return part.every((id) => left.includes(id) && left.splice(left.indexOf(id), 1).length === 1)
}

/** Clicks at random, and returns the scene with the clicks. */
function clickAround(random: Random): { shown: Scene; picked: string[] } {
  const shown = scene({ choices: randomChoices(random), ordered: random.chance(50) })
  let picked: string[] = []
  for (let n = random.below(6); n > 0; n--) picked = click(shown, picked, random.pick(["a", "b", "c", "d", "e", "f"])) ?? picked
  return { shown, picked }
}

describe("for random choices and clicks", () => {
  test("next is exactly what continues a matching choice", () => {
    forAllSeeds(400, (random) => {
      const { shown, picked } = clickAround(random)
      const all = shown.choices ?? []
      const fits = (clicks: readonly string[]): boolean =>
        all.some((choice) => (shown.ordered ? clicks.every((id, n) => picksOf(choice)[n] === id) : contains(picksOf(choice), clicks)))
      const { next } = candidates(all, shown.ordered ?? false, picked)
      for (const id of ["a", "b", "c", "d", "e", "f", "z"]) assert.equal(next.has(id), fits([...picked, id]), `${id} after ${picked}`)
    })
  })

  test("clicks always leave at least one action possible", () => {
    forAllSeeds(400, (random) => {
      const { shown, picked } = clickAround(random)
      if (picked.length > 0) assert.notEqual(candidates(shown.choices ?? [], shown.ordered ?? false, picked).matching.length, 0)
    })
  })

  test("every action can be reached by clicking its picks", () => {
    forAllSeeds(200, (random) => {
      const shown = scene({ choices: randomChoices(random), ordered: random.chance(50) })
      for (const choice of shown.choices ?? []) {
        let picked: string[] = []
        for (const id of picksOf(choice)) {
          assert.ok(candidates(shown.choices ?? [], shown.ordered ?? false, picked).next.has(id))
          picked = [...picked, id]
        }
        assert.ok(actions(candidates(shown.choices ?? [], shown.ordered ?? false, picked).complete).includes(choice[0]))
      }
    })
  })

  test("a preview highlights what the click then offers", () => {
    forAllSeeds(200, (random) => {
      const { shown, picked } = clickAround(random)
      const id = random.pick(["a", "b", "c"])
      const then = click(shown, picked, id)
      const expected = then && then.length > picked.length ? candidates(shown.choices ?? [], shown.ordered ?? false, then).next : new Set()
      assert.deepEqual(preview(shown, picked, id).ids, expected)
    })
  })
})

describe("aimsOf", () => {
  const scene: Scene = {
    stage: "",
    seats: [],
    prompt: "",
    ordered: true,
    choices: [
      [1, "", "move", ["a", "b"]],
      [2, "", "attack", ["a", "c"]],
      [3, "", "merge", ["a", "d"]],
      [4, "", "attack of three", ["a", "e", "f"]],
    ],
    effects: { 2: { text: "", kind: "attack" }, 3: { text: "", kind: "merge" }, 4: { text: "", kind: "attack" } },
  }
  const aims = (picked: string[]): [string, string][] => [...aimsOf(scene, candidates(scene.choices ?? [], true, picked), picked)]

  test("are what the last click of a choice does", () => {
    assert.deepEqual(aims(["a"]), [
      ["c", "attack"],
      ["d", "merge"],
    ])
    assert.deepEqual(aims(["a", "e"]), [["f", "attack"]])
  })

  test("are unknown before", () => assert.deepEqual(aims([]), []))
})
