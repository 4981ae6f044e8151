import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Stage, TableView } from "../../src/api/protocol"
import { nameOf, withNames } from "../../src/features/table/names"
import { scene, stage } from "../support/scenes"

const numbered: Stage = { ...stage, players: [1, 2].map((n) => ({ name: `Player ${n}`, colour: "red", pattern: "plain" })) }

function view(...names: string[]): TableView {
  const seats = names.map((name) => ({ name, kind: "human" as const }))
  return { table: "t", version: 1, seat: 0, status: "running", scene: scene(), seats, at: 0 }
}

describe("nameOf", () => {
  test("is the player's name, else the seat's, else its number", () => {
    assert.equal(nameOf(view("Ada", ""), stage, 0), "Ada")
    assert.equal(nameOf(view("Ada", ""), stage, 1), "Blue")
    assert.equal(nameOf(view("Ada"), stage, 5), "6")
  })
})

describe("withNames", () => {
  test("replaces numbered seats by names", () => {
    assert.equal(withNames(view("Ada", "Bob"), numbered, "Player 2 attacks Player 1."), "Bob attacks Ada.")
  })

  test("leaves longer numbers alone", () => {
    assert.equal(withNames(view("Ada", "Bob"), numbered, "Player 12"), "Player 12")
  })

  test("keeps the seats' own names, which say more than a number", () => {
    assert.equal(withNames(view("Ada", "Bob"), stage, "Red attacks Blue."), "Red attacks Blue.")
  })

  test("keeps the numbers if two players share a name", () => {
    assert.equal(withNames(view("Ada", "Ada"), numbered, "Player 2 wins."), "Player 2 wins.")
  })
})
