import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Stage } from "../../src/api/protocol"
import { arePartners, commonTeam, shownPlace, teamOf } from "../../src/scene/teams"

const alone: Stage = { game: "g", players: [] }
const stage: Stage = {
  ...alone,
  teams: [
    { name: "Team A", sign: "A", colour: "orange", seats: [0, 2] },
    { name: "Team B", sign: "B", colour: "teal", seats: [1, 3] },
  ],
}

describe("teams", () => {
  test("are found by seat", () => {
    assert.equal(teamOf(stage, 2)?.sign, "A")
    assert.equal(teamOf(stage, -1), undefined)
    assert.equal(teamOf(alone, 0), undefined)
  })

  test("have partners, of whom one is not one's own", () => {
    assert.equal(arePartners(stage, 0, 2), true)
    assert.equal(arePartners(stage, 0, 0), false)
    assert.equal(arePartners(stage, 0, 1), false)
    assert.equal(arePartners(alone, 0, 1), false)
  })

  test("win if only their members are first", () => {
    assert.equal(commonTeam(stage, [1, 3])?.sign, "B")
    assert.equal(commonTeam(stage, [3])?.sign, "B")
    assert.equal(commonTeam(stage, [0, 1, 2, 3]), undefined)
    assert.equal(commonTeam(stage, []), undefined)
    assert.equal(commonTeam(alone, [0]), undefined)
  })

  test("have places of their own", () => {
    assert.deepEqual(
      [0, 1, 2, 3].map((seat) => shownPlace(stage, [3, 1, 3, 1], seat)),
      [2, 1, 2, 1],
    )
    assert.equal(shownPlace(alone, [1, 1, 3], 2), 3)
  })
})
