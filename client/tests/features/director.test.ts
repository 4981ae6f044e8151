import assert from "node:assert/strict"
import { afterEach, beforeEach, describe, mock, test } from "node:test"
import type { Beat, Scene } from "../../src/api/protocol"
import { Director } from "../../src/features/table/director"
import type { Speed, Step } from "../../src/scene/playback"
import { scene } from "../support/scenes"

interface View {
  scene: Scene
  version: number
}

const view = (version: number): View => ({ scene: scene(), version })
const place = (text: string): Beat => ({ kind: "place", ids: [], text })

describe("Director", () => {
  let speed: Speed = "normal"
  let heard: string[] = []
  let director: Director<View>

  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] })
    speed = "normal"
    heard = []
    director = new Director<View>({ speed: () => speed, onBeat: (beat) => heard.push(beat.text ?? "") })
    director.show(view(1))
  })
  afterEach(() => mock.timers.reset())

  const push = (version: number, texts: string[], own = false): void =>
    director.push({ after: view(version), beats: texts.map(place), own, viewer: 0 })
  const now = (): string => director.cue.value?.beat.text ?? ""
  const announced = (): string[] => director.announcements.value.map((one) => one.text)

  test("shows beats one after the other, then the new picture", () => {
    push(2, ["one", "two"])
    assert.equal(now(), "one")
    assert.equal(director.shown.value?.version, 1)
    mock.timers.tick(400)
    assert.equal(now(), "one")
    mock.timers.tick(300)
    assert.equal(now(), "two")
    mock.timers.tick(700)
    assert.equal(director.playing.value, false)
    assert.equal(director.shown.value?.version, 2)
    assert.deepEqual(announced(), ["one", "two"])
  })

  test("a silent beat keeps the latest text and whom it is about, also of a beat that needs no time", () => {
    const beats: Beat[] = [
      { kind: "score", seat: 1, text: "Blue scores." },
      { kind: "turn", seat: 0, text: "Red to move." },
      { kind: "roll", seat: 1 },
    ]
    director.push({ after: view(2), beats, own: false, viewer: 0 })
    mock.timers.tick(1000)
    assert.deepEqual([director.cue.value?.beat.kind, director.cue.value?.text, director.cue.value?.seat], ["roll", "Red to move.", 0])
  })

  test("steps wait for each other", () => {
    push(2, ["one"])
    push(3, ["two"])
    assert.equal(now(), "one")
    mock.timers.tick(700)
    assert.equal(now(), "two")
    assert.equal(director.shown.value?.version, 2)
  })

  test("a skip goes to the present, and announces everything once", () => {
    push(2, ["one", "two"])
    push(3, ["three"])
    director.skip()
    assert.equal(director.playing.value, false)
    assert.equal(director.shown.value?.version, 3)
    assert.deepEqual(announced(), ["one", "two", "three"])
    mock.timers.tick(5000)
    assert.deepEqual(announced(), ["one", "two", "three"])
  })

  test("switched off, everything appears at once and is announced", () => {
    speed = "off"
    push(2, ["one", "two"])
    assert.equal(director.playing.value, false)
    assert.equal(director.shown.value?.version, 2)
    assert.deepEqual(announced(), ["one", "two"])
  })

  test("one's own action is shown at once, after all that waits", () => {
    push(2, ["one", "two"])
    push(3, ["mine"], true)
    assert.equal(director.playing.value, false)
    assert.equal(director.shown.value?.version, 3)
    assert.deepEqual(announced(), ["one", "two", "mine"])
  })

  test("a long queue is shown faster than a short one", () => {
    const texts = Array.from({ length: 20 }, (_, n) => `beat ${n}`)
    texts.forEach((text, n) => push(2 + n, [text]))
    let spent = 0
    while (director.playing.value && spent < 60_000) {
      mock.timers.tick(50)
      spent += 50
    }
    assert.ok(spent < 20 * 650 && spent > 4000, String(spent))
    assert.deepEqual(heard, texts)
  })

  test("everything since the viewer's last action can be shown again", () => {
    push(2, ["mine"], true)
    push(3, ["one"])
    push(4, ["two"])
    mock.timers.tick(2000)
    assert.equal(director.canShowAgain, true)
    director.showAgain()
    assert.equal(now(), "one")
    assert.equal(director.shown.value?.version, 2)
    mock.timers.tick(700)
    assert.equal(director.shown.value?.version, 3)
    mock.timers.tick(700)
    assert.equal(director.shown.value?.version, 4)
    push(5, ["mine"], true)
    assert.equal(director.canShowAgain, false)
  })

  test("what arrives while something is shown again is shown after it", () => {
    push(2, ["one"])
    mock.timers.tick(700)
    director.showAgain()
    push(3, ["two"])
    mock.timers.tick(700)
    assert.equal(now(), "two")
    mock.timers.tick(700)
    assert.equal(director.shown.value?.version, 3)
  })

  test("beats can be told about a picture without its former state", () => {
    const step = (text: string): Step<View> => ({ after: view(7), beats: [place(text)], own: false, viewer: 0 })
    director.retell(view(6), [step("one"), step("two")])
    assert.equal(director.shown.value?.version, 6)
    assert.equal(now(), "one")
    mock.timers.tick(700)
    assert.equal(director.shown.value?.version, 7)
    assert.equal(now(), "two")
    mock.timers.tick(700)
    assert.equal(director.playing.value, false)
  })
})
