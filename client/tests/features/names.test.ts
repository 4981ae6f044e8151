import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Stage, TableView } from "../../src/api/protocol"
import { deedText, factText, isolated, listedName, nameOf, withNames } from "../../src/features/table/names"
import { scene, stage } from "../support/scenes"

const numbered: Stage = { ...stage, players: [1, 2].map((n) => ({ name: `Player ${n}`, colour: "red", emblem: "disc" })) }

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

  test("from right to left leaves the numbers after it in their place", () => {
    const name = nameOf(view("\u05d0\u05d1", ""), stage, 0)
    assert.equal(name, "\u2068\u05d0\u05d1\u2069")
    assert.equal(withNames(view("\u05d0\u05d1", ""), stage, "Red scores 12."), `${name} scores 12.`)
    assert.deepEqual(["", "Ada", "\u0639"].map(isolated), ["", "Ada", "\u2068\u0639\u2069"])
  })
})

describe("listedName", () => {
  test("is You for one's own seat without a name, unless others play on this device", () => {
    const names = (mine: number[], ...given: string[]): string[] => given.map((_, seat) => listedName(view(...given), stage, seat, mine))
    assert.deepEqual(names([0], "", ""), ["You", "Blue"])
    assert.deepEqual(names([0], "Red", "Blue"), ["You", "Blue"])
    assert.deepEqual(names([0], "Ada", ""), ["Ada", "Blue"])
    assert.deepEqual(names([0, 1], "", ""), ["Red", "Blue"])
    assert.deepEqual(names([], "", ""), ["Red", "Blue"])
  })
})

describe("factText", () => {
  test("has a colon before words, and none before numbers", () => {
    assert.deepEqual([factText("Round", "3 of 7"), factText("Turn", "Ada")], ["Round 3 of 7", "Turn: Ada"])
  })
})

describe("withNames", () => {
  test("replaces numbered seats by names", () => {
    assert.equal(withNames(view("Ada", "Bob"), numbered, "Player 2 attacks Player 1."), "Bob attacks Ada.")
  })

  test("leaves longer numbers alone", () => {
    assert.equal(withNames(view("Ada", "Bob"), numbered, "Player 12"), "Player 12")
  })

  test("replaces the seats' own names", () => {
    assert.equal(withNames(view("Ada", "Bob"), stage, "Red attacks Blue."), "Ada attacks Bob.")
  })

  test("replaces whole words only, and minds the case", () => {
    assert.equal(
      withNames(view("Ada", "Bob"), stage, "Redder, a red hexagon, Red's turn, (Blue)"),
      "Redder, a red hexagon, Ada's turn, (Bob)",
    )
  })

  test("a name that is another seat's name is not replaced twice", () => {
    assert.equal(withNames(view("Blue", "Red"), stage, "Red attacks Blue."), "Blue attacks Red.")
  })

  test("keeps the name of a seat without a player", () => {
    assert.equal(withNames(view("Ada", ""), stage, "Red attacks Blue."), "Ada attacks Blue.")
  })

  test("keeps the numbers if two players share a name", () => {
    assert.equal(withNames(view("Ada", "Ada"), numbered, "Player 2 wins."), "Player 2 wins.")
  })
})

describe("deedText", () => {
  const line = { n: 1, at: 0, kind: "action", seat: 1 }

  test("leaves out the name that stands above it", () => {
    assert.equal(deedText({ ...line, words: "Blue passes." }, view("Ada", "Bob"), stage), "Passes.")
  })

  test("keeps a sentence that begins otherwise", () => {
    assert.equal(deedText({ ...line, words: "Nothing fits: Blue loses 3." }, view("Ada", "Bob"), stage), "Nothing fits: Bob loses 3.")
  })
})
