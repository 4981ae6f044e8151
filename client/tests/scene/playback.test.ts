import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Beat, CellState, Scene } from "../../src/api/protocol"
import { cuesOf, pace, Playback, withoutPlaced, type Step } from "../../src/scene/playback"
import { forAllSeeds } from "../support/random"
import { randomScene, scene } from "../support/scenes"

const knight: CellState = { piece: { kind: "knight", seat: 0 } }
const cap: CellState = { piece: { kind: "cap-hidden", seat: 1 } }
const board = (cells: Record<string, CellState>, parts: Partial<Scene> = {}): { scene: Scene } => ({
  scene: scene({ boards: { "": { cells } }, ...parts }),
})
const other = { own: false, viewer: 0 }
const own = { own: true, viewer: 0 }

function step(after: { scene: Scene }, beats: Beat[], who = other): Step<{ scene: Scene }> {
  return { after, beats, ...who }
}

const cellsOf = (playback: Playback<{ scene: Scene }>): Record<string, CellState> => playback.shown.scene.boards?.[""]?.cells ?? {}

describe("cuesOf", () => {
  test("an ordinary beat of somebody else takes about 0.6 seconds", () => {
    for (const kind of ["act", "place", "write", "move"] as const) {
      const [cue] = cuesOf({ kind, ids: ["a"], text: "Blue places a cap." }, other)
      assert.ok(cue && cue.duration >= 500 && cue.duration <= 800, kind)
    }
  })

  test("a verdict stays long enough to be read", () => {
    assert.ok((cuesOf({ kind: "verdict", text: "Not all alike." }, other)[0]?.duration ?? 0) >= 1100)
  })

  test("one's own ordinary beats need no time, what they reveal does", () => {
    assert.equal(cuesOf({ kind: "place", ids: ["a"], text: "Red places a cap." }, own)[0]?.duration, 0)
    assert.ok((cuesOf({ kind: "verdict" }, own)[0]?.duration ?? 0) >= 1100)
  })

  test("the viewer's own turn needs no time", () => {
    assert.equal(cuesOf({ kind: "turn", seat: 0, text: "Red to move." }, other)[0]?.duration, 0)
    assert.notEqual(cuesOf({ kind: "turn", seat: 1, text: "Blue to move." }, other)[0]?.duration, 0)
  })

  test("faces are turned over one by one, and the last one is waited for", () => {
    const faces = ["sun", "sun", "moon"].map((kind) => ({ kind }))
    const cues = cuesOf({ kind: "flip", ids: ["a", "b", "c"], faces, text: "Three caps." }, other)
    assert.deepEqual(
      cues.map((cue) => cue.ids),
      [["a"], ["b"], ["c"]],
    )
    assert.deepEqual(
      cues.map((cue) => cue.first),
      [true, false, false],
    )
    assert.ok((cues[2]?.duration ?? 0) > (cues[0]?.duration ?? 0))
  })

  test("a verdict is waited for", () => {
    const flip: Beat = { kind: "flip", ids: ["a"], faces: [{ kind: "sun" }] }
    const before = (next: Beat): number => cuesOf(flip, other, next)[0]?.duration ?? 0
    assert.ok(before({ kind: "verdict" }) > before(flip) + 300)
  })

  test("points fly instead of the things that they are for", () => {
    const beat: Beat = { kind: "score", ids: ["a", "b"], to: ["seat.1"], seat: 1 }
    assert.equal(cuesOf({ ...beat, points: 4 }, other)[0]?.flights.length, 0)
  })

  test("things fly to their own target, or all to the same one", () => {
    const beat: Beat = { kind: "return", ids: ["a", "b"], to: ["p0.hand", "p1.hand"] }
    assert.deepEqual(cuesOf(beat, other)[0]?.flights, [
      { id: "a", to: "p0.hand" },
      { id: "b", to: "p1.hand" },
    ])
    assert.deepEqual(cuesOf({ ...beat, to: ["p0.hand"] }, other)[0]?.flights, [
      { id: "a", to: "p0.hand" },
      { id: "b", to: "p0.hand" },
    ])
  })
})

describe("pace", () => {
  test("follows the setting", () => {
    assert.equal(pace("normal", 2000, 700), 1)
    assert.ok(pace("slow", 2000, 700) > 1)
    assert.ok(pace("fast", 2000, 700) < 1)
    assert.equal(pace("off", 2000, 700), 0)
  })

  test("speeds up when more than four seconds wait", () => {
    assert.equal(pace("normal", 4000, 700), 1)
    assert.equal(pace("normal", 8000, 700), 0.5)
    assert.equal(pace("normal", 10 ** 6, 700), 0.25)
  })

  test("does not hurry one long step", () => {
    assert.equal(pace("normal", 7000, 7000), 1)
    assert.equal(pace("normal", 18000, 18000), 0.5)
  })
})

describe("Playback", () => {
  test("shows what changing beats name, in order, and the rest at the end", () => {
    const playback = new Playback(board({ a: knight }))
    playback.add(
      step(board({ b: knight, c: cap, d: cap }), [
        { kind: "move", ids: ["a", "b"] },
        { kind: "place", ids: ["c"] },
      ]),
    )
    assert.deepEqual(cellsOf(playback), { a: knight })
    assert.equal(playback.next()?.beat.kind, "move")
    assert.deepEqual(cellsOf(playback), { b: knight })
    assert.equal(playback.next()?.beat.kind, "place")
    assert.deepEqual(cellsOf(playback), { b: knight, c: cap })
    assert.equal(playback.next(), null)
    assert.deepEqual(cellsOf(playback), { b: knight, c: cap, d: cap })
  })

  test("an attack changes nothing before its consequences are told", () => {
    const playback = new Playback(board({ a: knight, b: cap }))
    playback.add(step(board({ a: knight }), [{ kind: "attack", ids: ["a", "b"] }, { kind: "verdict" }, { kind: "remove", ids: ["b"] }]))
    playback.next()
    playback.next()
    assert.deepEqual(cellsOf(playback), { a: knight, b: cap })
    playback.next()
    assert.deepEqual(cellsOf(playback), { a: knight })
  })

  test("faces show until a later beat names their ids", () => {
    const playback = new Playback(board({ a: cap, b: cap }))
    const flip: Beat = { kind: "flip", ids: ["a", "b"], faces: [{ kind: "cap-sun" }, { kind: "cap-moon" }] }
    playback.add(step(board({ b: cap }), [flip, { kind: "verdict", ids: ["a", "b"] }, { kind: "return", ids: ["a"], to: ["p0.hand"] }]))
    playback.next()
    assert.equal(cellsOf(playback).a?.piece?.kind, "cap-sun")
    assert.deepEqual(cellsOf(playback).a?.piece?.marks, ["up"])
    assert.equal(cellsOf(playback).b?.piece?.kind, "cap-hidden")
    playback.next()
    playback.next()
    assert.equal(cellsOf(playback).a?.piece?.kind, "cap-sun")
    assert.equal(cellsOf(playback).b?.piece?.kind, "cap-moon")
    playback.next()
    assert.deepEqual(Object.keys(cellsOf(playback)), ["b"])
    assert.equal(playback.next(), null)
    assert.deepEqual(cellsOf(playback).b, cap)
  })

  test("items and the tray that things return to change with the beat that names them", () => {
    const hand = (...labels: string[]): { scene: Scene } =>
      board(
        {},
        {
          trays: {
            hand: labels.map((label, n) => ({ id: `die.${n}`, kind: "die", label })),
            bag: [{ id: "bag", kind: "bag", count: labels.length }],
          },
        },
      )
    const playback = new Playback(hand("1", "2"))
    playback.add(
      step(hand("6", "5", "4"), [
        { kind: "roll", ids: ["die.1"] },
        { kind: "draw", ids: ["die.2"], to: ["bag"] },
      ]),
    )
    playback.next()
    assert.deepEqual(
      playback.shown.scene.trays?.hand?.map((item) => item.label),
      ["1", "5"],
    )
    assert.equal(playback.shown.scene.trays?.bag?.[0]?.count, 2)
    playback.next()
    assert.deepEqual(
      playback.shown.scene.trays?.hand?.map((item) => item.label),
      ["1", "5", "4"],
    )
    assert.equal(playback.shown.scene.trays?.bag?.[0]?.count, 3)
  })

  test("points count as soon as they are told", () => {
    const playback = new Playback(board({}))
    playback.add(
      step(board({}, { seats: [{ score: 0 }, { score: 16 }] }), [
        { kind: "score", seat: 1, points: 19 },
        { kind: "penalty", seat: 1, points: -3 },
      ]),
    )
    const scores = (): number[] => playback.shown.scene.seats.map((seat) => seat.score)
    playback.next()
    assert.deepEqual(scores(), [0, 19])
    playback.next()
    assert.deepEqual(scores(), [0, 16])
  })

  test("nothing can be chosen while something is told", () => {
    const playback = new Playback(board({}, { choices: [[0, "p", "Pass"]] }))
    playback.add(step(board({}, { choices: [[1, "q", "Quit"]] }), [{ kind: "pass" }]))
    playback.next()
    assert.deepEqual(playback.shown.scene.choices, [])
    playback.next()
    assert.deepEqual(playback.shown.scene.choices, [[1, "q", "Quit"]])
  })

  test("steps are shown one after the other; those without beats take no cue", () => {
    const playback = new Playback(board({}))
    playback.add(step(board({ a: knight }), []))
    playback.add(step(board({ a: knight, b: cap }), [{ kind: "place", ids: ["b"] }]))
    playback.add(step(board({ a: knight, b: cap, c: cap }), [{ kind: "place", ids: ["c"] }]))
    playback.next()
    assert.deepEqual(Object.keys(cellsOf(playback)), ["a", "b"])
    playback.next()
    assert.deepEqual(Object.keys(cellsOf(playback)), ["a", "b", "c"])
    assert.equal(playback.next(), null)
  })

  test("skipping goes to the present and returns what was not told", () => {
    const playback = new Playback(board({}))
    playback.add(
      step(board({ a: knight }), [
        { kind: "place", ids: ["a"], text: "one" },
        { kind: "turn", text: "two" },
      ]),
    )
    playback.add(step(board({ a: knight, b: cap }), [{ kind: "place", ids: ["b"], text: "three" }]))
    playback.next()
    assert.deepEqual(
      playback.skip().map((beat) => beat.text),
      ["two", "three"],
    )
    assert.deepEqual(cellsOf(playback), { a: knight, b: cap })
    assert.equal(playback.next(), null)
    assert.deepEqual(playback.skip(), [])
  })

  test("remaining counts down to nothing", () => {
    const playback = new Playback(board({}))
    playback.add(step(board({ a: knight }), [{ kind: "place", ids: ["a"] }, { kind: "verdict" }]))
    playback.add(step(board({ a: knight }), [{ kind: "pass" }]))
    const lengths = []
    do lengths.push(playback.remaining)
    while (playback.next())
    assert.deepEqual(
      [...lengths].sort((a, b) => b - a),
      lengths,
    )
    assert.equal(playback.remaining, 0)
  })

  test("always ends in the next scene, whatever the beats say", () => {
    forAllSeeds(200, (random) => {
      const after = randomScene(random)
      const ids = ["a", "b", "p1.a", "p1.c", "zz", "hand"]
      const kinds = ["act", "roll", "flip", "remove", "score"] as const
      const beats = random.list(random.below(6), (): Beat => {
        const named = random.list(random.below(4), () => random.pick(ids))
        return { kind: random.pick(kinds), ids: named, faces: named.map(() => ({ kind: "cap-sun" })), to: ["p0.hand"] }
      })
      const playback = new Playback({ scene: randomScene(random) })
      playback.add(step({ scene: after }, beats))
      while (playback.next()) assert.ok(playback.shown.scene.boards)
      assert.equal(playback.shown.scene, after)
    })
  })
})

describe("withoutPlaced", () => {
  test("leaves out what is placed on a board", () => {
    const { scene } = board({ a: knight, b: cap })
    const before = withoutPlaced(scene, [
      { kind: "roll", ids: ["b"] },
      { kind: "place", ids: ["a"] },
    ])
    assert.deepEqual(before.boards?.[""]?.cells, { b: cap })
    assert.deepEqual(scene.boards?.[""]?.cells, { a: knight, b: cap })
  })
})

describe("points that follow from others", () => {
  test("take little time", () => {
    const watching = { own: false, viewer: -1 }
    const [told] = cuesOf({ kind: "score", text: "Red and Blue: +1 point.", seat: 0, points: 1 }, watching)
    const [silent] = cuesOf({ kind: "score", seat: 1, points: 1 }, watching)
    assert.ok((silent?.duration ?? 0) > 0)
    assert.ok((silent?.duration ?? 0) < (told?.duration ?? 0) / 2)
  })
})
