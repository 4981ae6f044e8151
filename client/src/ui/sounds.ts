// Short sounds for what changed between two views. They are made here, from a few tones and a little noise.
import type { BoardState, Scene, TableView } from "../api/protocol"

export type Sound = "place" | "capture" | "dice" | "turn" | "win"

/** What can be heard of a change: by what lies where, never by whose rules made it so. */
export function heardIn(before: TableView, after: TableView): Sound[] {
  if (before.scene === after.scene) return []
  const found: Sound[] = []
  if (before.status !== "over" && after.status === "over") return after.places?.[after.seat] === 1 ? ["win"] : ["capture"]
  const [come, gone] = moved(before.scene, after.scene)
  if (gone) found.push("capture")
  else if (come) found.push("place")
  if (rolled(before.scene, after.scene)) found.push("dice")
  if (!before.seats[before.seat]?.acting && after.seats[after.seat]?.acting) found.push("turn")
  return found
}

/** Whether something new lies on a board, and whether a piece has gone or changed hands. */
function moved(before: Scene, after: Scene): [boolean, boolean] {
  let come = false
  let balance = 0
  for (const [id, field] of Object.entries(after.boards ?? {})) {
    const old: BoardState = before.boards?.[id] ?? {}
    if (old === field) continue
    come ||= Object.entries(field.cells ?? {}).some(([cell, spot]) => JSON.stringify(spot) !== JSON.stringify(old.cells?.[cell]))
    balance += pieces(field) - pieces(old)
  }
  return [come, balance < 0]
}

const pieces = (field: BoardState): number => Object.values(field.cells ?? {}).filter((spot) => spot.piece).length

const die = /(^|\.)(die|dice)\./

/** The dice of a tray and what they show. */
function dice(scene: Scene, tray: string): string {
  return (scene.trays?.[tray] ?? [])
    .filter((item) => die.test(item.id))
    .map((item) => [item.id, item.label, item.count].join(" "))
    .join()
}

/** Whether dice lie in a tray with other numbers than before. */
function rolled(before: Scene, after: Scene): boolean {
  return Object.keys(after.trays ?? {}).some((tray) => dice(after, tray) !== "" && dice(after, tray) !== dice(before, tray))
}

let context: AudioContext | null = null

/** Plays sounds, one after the other; a browser that is not ready for it stays silent. */
export function playSounds(list: readonly Sound[]): void {
  if (list.length === 0) return
  context ??= new AudioContext()
  void context.resume()
  list.forEach((sound, n) => makers[sound](context as AudioContext, (context?.currentTime ?? 0) + 0.02 + 0.16 * n))
}

const makers: Record<Sound, (to: AudioContext, at: number) => void> = {
  place: (to, at) => {
    noise(to, at, 0.05, 900)
    tone(to, at, 190, 0.09, 0.22)
  },
  capture: (to, at) => {
    tone(to, at, 240, 0.12, 0.2)
    tone(to, at + 0.07, 160, 0.18, 0.22)
  },
  dice: (to, at) => [0, 0.05, 0.09, 0.16].forEach((later) => noise(to, at + later, 0.035, 2400)),
  turn: (to, at) => {
    tone(to, at, 587, 0.14, 0.1)
    tone(to, at + 0.11, 784, 0.2, 0.1)
  },
  win: (to, at) => [523, 659, 784, 1047].forEach((pitch, n) => tone(to, at + 0.12 * n, pitch, 0.3, 0.12)),
}

function fading(to: AudioContext, at: number, long: number, loud: number): GainNode {
  const gain = to.createGain()
  gain.gain.setValueAtTime(loud, at)
  gain.gain.exponentialRampToValueAtTime(0.001, at + long)
  gain.connect(to.destination)
  return gain
}

function tone(to: AudioContext, at: number, pitch: number, long: number, loud: number): void {
  const one = to.createOscillator()
  one.type = "triangle"
  one.frequency.value = pitch
  one.connect(fading(to, at, long, loud))
  one.start(at)
  one.stop(at + long)
}

function noise(to: AudioContext, at: number, long: number, pitch: number): void {
  const buffer = to.createBuffer(1, Math.ceil(long * to.sampleRate), to.sampleRate)
  const data = buffer.getChannelData(0)
  for (let n = 0; n < data.length; n++) data[n] = 2 * Math.random() - 1
  const source = to.createBufferSource()
  source.buffer = buffer
  const filter = to.createBiquadFilter()
  filter.type = "bandpass"
  filter.frequency.value = pitch
  source.connect(filter).connect(fading(to, at, long, 0.3))
  source.start(at)
}
