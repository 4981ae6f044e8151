// Touches on what can be chosen: an action of consequence is shown first, a plain one is played at once.
import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { signal } from "@preact/signals"
import type { Choice, Scene } from "../../src/api/protocol"
import { Chooser } from "../../src/features/table/chooser"

class Table extends Chooser {
  readonly scene = signal<Scene | null>({
    stage: "",
    seats: [],
    prompt: "",
    ordered: true,
    choices: [
      [1, "a1-a2", "Move here", ["a1", "a2"]],
      [2, "a1xa3", "Attack", ["a1", "a3"]],
    ],
    effects: { 2: { text: "The Knight falls.", ids: ["a3"], danger: ["a3"] } },
  } as unknown as Scene)
  readonly recent = signal(new Set<string>())
  readonly since = signal(new Map<string, number>())
  readonly cue = signal(null)
  readonly played: number[] = []

  play(choice: Choice): Promise<void> {
    this.played.push(choice[0])
    return Promise.resolve()
  }

  protected explain(): void {
    this.refusal.value = { text: "no" }
  }
}

describe("touches", () => {
  it("show an attack first, and play it with a second touch", () => {
    const table = new Table()
    table.pick("a1", true)
    table.pick("a3", true)
    assert.deepEqual(table.played, [])
    assert.equal(table.settled.value, true)
    assert.equal(table.outlook.value?.effect?.text, "The Knight falls.")
    table.pick("a3", true)
    assert.deepEqual(table.played, [2])
  })
  it("play a plain move at once", () => {
    const table = new Table()
    table.pick("a1", true)
    table.pick("a2", true)
    assert.deepEqual(table.played, [1])
  })
  it("are not needed twice with a mouse", () => {
    const table = new Table()
    table.pick("a1")
    table.pick("a3")
    assert.deepEqual(table.played, [2])
  })
})

describe("buttons", () => {
  const buttonsOf = (second: string): (string | undefined)[] => {
    const table = new Table()
    const choices: Choice[] = [
      [1, "d20 a1", "Write it here", ["d20", "a1"]],
      [2, "d20 a2", second, ["d20", "a2"]],
    ]
    table.scene.value = { ...table.scene.value, choices } as Scene
    table.pick("d20")
    return table.buttons.value.map(([, , label]) => label)
  }
  it("stand for the few actions that are left", () => assert.deepEqual(buttonsOf("Write it there"), ["Write it here", "Write it there"]))
  it("do not stand for actions that read alike", () => assert.deepEqual(buttonsOf("Write it here"), []))
})
