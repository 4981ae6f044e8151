import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Beat, LogLine } from "../../src/api/protocol"
import { byOpponent, groupLog, idsOf, linesSince, marksOf, numbersOf } from "../../src/scene/since"

let n = 0
const line = (seat: number, beats: Beat[] = [], kind = "action"): LogLine => ({ n: ++n, at: 0, kind, seat, beats })

describe("linesSince", () => {
  test("begins after the viewer's last action and leaves out what is no action", () => {
    const [a, b, c, d, chat] = [line(1), line(0), line(1), line(2), line(1, [], "chat")]
    assert.deepEqual(linesSince([a, b, c, d, chat], 0), [c, d])
  })

  test("is everything of the others for a viewer who has not acted", () => {
    const [a, b] = [line(1), line(2)]
    assert.deepEqual(linesSince([a, b], 0), [a, b])
  })
})

describe("numbersOf", () => {
  test("numbers each action once, also if a later one touches the same thing", () => {
    const lines = [
      line(1, [{ kind: "write", ids: ["a", "die"] }]),
      line(1, [{ kind: "score", ids: ["a"] }]),
      line(1, [{ kind: "write", ids: ["b", "die"] }]),
    ]
    assert.deepEqual(
      lines.map((one) => numbersOf(lines).get(one)),
      [1, undefined, 2],
    )
  })
})

describe("marksOf", () => {
  test("numbers actions in order; the latest on a cell counts", () => {
    const lines = [line(1, [{ kind: "place", ids: ["a"] }]), line(1, [{ kind: "pass" }]), line(2, [{ kind: "write", ids: ["b", "a"] }])]
    assert.deepEqual(
      marksOf(lines),
      new Map([
        ["a", 2],
        ["b", 2],
      ]),
    )
  })

  test("marks the end of a move, and nothing for an attack as such", () => {
    assert.deepEqual(
      marksOf([
        line(1, [
          { kind: "move", ids: ["a", "b", "c"] },
          { kind: "attack", ids: ["c", "d"] },
        ]),
      ]),
      new Map([["c", 1]]),
    )
  })
})

test("a line is about all ids of its beats and its cells", () => {
  assert.deepEqual(
    idsOf({
      ...line(1, [
        { kind: "attack", ids: ["a", "b"] },
        { kind: "remove", ids: ["b"] },
      ]),
      cells: ["a", "c"],
    }),
    ["a", "b", "c"],
  )
})

test("a recap lists each opponent once", () => {
  const [a, b, c] = [line(2), line(1), line(2)]
  assert.deepEqual(byOpponent([a, b, c]), [
    { seat: 2, lines: [a, c] },
    { seat: 1, lines: [b] },
  ])
})

describe("groupLog", () => {
  test("groups by player and turn, and marks what is new", () => {
    const turn: Beat[] = [{ kind: "turn", seat: 1 }]
    const [a, b, c, d, e] = [line(0), line(0, turn), line(1), line(1, turn), line(1)]
    assert.deepEqual(
      groupLog([a, b, c, d, e], 0).map((group) => [group.seat, group.lines.length, group.since]),
      [
        [0, 2, false],
        [1, 2, true],
        [1, 1, false],
      ],
    )
  })

  test("other events stand alone", () => {
    const groups = groupLog([line(0, [], "sit"), line(0), line(0, [], "undo"), line(0)], 1)
    assert.deepEqual(
      groups.map((group) => group.seat),
      [-1, 0, -1, 0],
    )
  })

  test("a spectator has no turn of their own", () => {
    assert.ok(groupLog([line(0), line(1)], -1).every((group) => !group.since))
  })
})
