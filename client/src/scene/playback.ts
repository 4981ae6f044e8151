// Beats as cues, and the picture that a viewer sees from cue to cue. Pure logic: it knows neither time nor the page.
import { changingBeats, type Beat, type BoardState, type CellState, type Face, type Item, type Scene } from "../api/protocol"

export type BeatKind = Beat["kind"]
export type Speed = "slow" | "normal" | "fast" | "off"
export const speeds: readonly Speed[] = ["slow", "normal", "fast", "off"]

/** Something that has a scene, such as the view of a table or the frame of a replay. */
export interface Pictured {
  scene: Scene
}

/** What happened between two pictures. */
export interface Step<V extends Pictured> {
  after: V
  beats: readonly Beat[]
  /** Whether the viewer did it, so that what they know already is shown at once. */
  own: boolean
  /** The viewer's seat, whose turn needs no time to be told: the prompt says it; -1 for a spectator. */
  viewer: number
}

export interface Flight {
  id: string
  to: string
}

/** A face, and whether its piece is turned over to show it. */
export interface ShownFace extends Face {
  flipped: boolean
}

/** One thing to show: a beat, or a part of one. */
export interface Cue {
  beat: Beat
  /** What the banner says: the beat's text, or the latest before it. */
  text: string
  /** The seat that the text is about; -1 for nobody. */
  seat: number
  /** What it is about. */
  ids: readonly string[]
  /** What looks as in the next scene from here on. */
  changes: readonly string[]
  flights: readonly Flight[]
  /** What ids show until a later cue names them. */
  faces: readonly (readonly [string, ShownFace])[]
  /** Whether it begins its beat: later parts are not announced again. */
  first: boolean
  own: boolean
  /** Milliseconds at normal speed; 0 to go on at once. */
  duration: number
}

/** Milliseconds that a beat of somebody else is shown. */
const durations: Readonly<Record<BeatKind, number>> = {
  act: 650,
  roll: 1000,
  write: 650,
  place: 650,
  move: 700,
  face: 500,
  flip: 620,
  attack: 900,
  verdict: 1400,
  remove: 650,
  return: 700,
  capture: 800,
  merge: 750,
  claim: 1200,
  score: 1000,
  penalty: 1000,
  draw: 600,
  discard: 550,
  pass: 700,
  declare: 900,
  turn: 300,
  round: 800,
  end: 1600,
}
/** Milliseconds of one's own beats, where they tell more than one has just done. */
const ownDurations: Partial<Record<BeatKind, number>> = {
  roll: 700,
  flip: 620,
  attack: 500,
  verdict: 1400,
  remove: 450,
  return: 600,
  capture: 450,
  claim: 700,
  score: 700,
  penalty: 900,
  draw: 350,
  round: 500,
  end: 1000,
}
/** Milliseconds of points that follow from others, with nothing to read or look at but a score. */
const silentPoints = 300
/** Milliseconds that one letter takes to read. */
const perLetter = 16
/** Milliseconds of silence after the last of several faces, and between a face and the verdict. */
const suspense = 480
/** Milliseconds between things of one beat that leave one after the other. */
const stagger = 180
const speedFactors: Readonly<Record<Speed, number>> = { slow: 1.7, normal: 1, fast: 0.5, off: 0 }
/** Milliseconds that a picture may be behind the game before it speeds up. */
const allowedLag = 4000
const fastest = 0.25
/** Milliseconds that one step may take before it speeds up, however much it tells. */
const longestStep = 9000

/** Returns the cues of a beat: faces are turned over one by one, everything else is one cue. `next` is the beat after it. */
export function cuesOf(beat: Beat, { own, viewer }: Pick<Step<Pictured>, "own" | "viewer">, next?: Beat): Cue[] {
  const ids = beat.ids ?? []
  const to = beat.to ?? []
  const text = beat.text ?? ""
  const seat = beat.seat ?? -1
  const changes = changingBeats.has(beat.kind) ? [...ids, ...to] : []
  // Where there are points, they fly instead of the things that they are for.
  const flights = (beat.points ? [] : ids).flatMap((id, n) => {
    const target = to[n] ?? (to.length === 1 ? to[0] : undefined)
    return target === undefined ? [] : [{ id, to: target }]
  })
  const faces = ids.flatMap((id, n) => {
    const face = beat.faces?.[n]
    return face ? [[id, { ...face, flipped: beat.kind === "flip" }] as const] : []
  })
  const known = beat.kind === "turn" && viewer >= 0 && beat.seat === viewer
  const silent = beat.kind === "score" && !text && ids.length === 0
  const base = known ? 0 : silent ? silentPoints : own ? (ownDurations[beat.kind] ?? 0) : durations[beat.kind]
  const reading = base === 0 ? 0 : perLetter * text.length
  const awaited = base > 0 && (faces.length > 1 || next?.kind === "verdict") ? suspense : 0
  if (beat.kind === "flip" && faces.length > 0)
    return faces.map((face, n) => ({
      beat,
      text,
      seat,
      ids: [face[0]],
      changes: [],
      flights: [],
      faces: [face],
      first: n === 0,
      own,
      duration: Math.max(base + (n === faces.length - 1 ? awaited : 0), n === 0 ? reading : 0),
    }))
  const late = beat.kind === "move" || base === 0 ? 0 : stagger * Math.max(0, Math.min(ids.length, 6) - 1)
  const duration = Math.max(base + (flights.length > 1 ? late : 0), reading)
  return [{ beat, text, seat, ids, changes, flights, faces, first: true, own, duration }]
}

/** Returns the cues of all beats of a step. */
function cuesOfStep<V extends Pictured>(step: Step<V>): Cue[] {
  return step.beats.flatMap((beat, n) => cuesOf(beat, step, step.beats[n + 1]))
}

/** Returns by what to multiply durations, from the milliseconds still to be shown and those of the longest step. */
export function pace(speed: Speed, remaining: number, longest: number): number {
  const factor = speedFactors[speed]
  const lag = remaining * factor
  const allowed = Math.max(allowedLag, Math.min(longest, longestStep) * factor)
  return lag <= allowed ? factor : factor * Math.max(fastest, allowed / lag)
}

function blendCells(
  before: Record<string, CellState> | undefined,
  after: Record<string, CellState> | undefined,
  prefix: string,
  named: ReadonlySet<string>,
  faces: ReadonlyMap<string, ShownFace>,
): Record<string, CellState> {
  const cells: Record<string, CellState> = { ...before }
  for (const id of named) {
    if (!id.startsWith(prefix)) continue
    const cell = id.slice(prefix.length)
    const next = after?.[cell]
    if (next) cells[cell] = next
    else delete cells[cell]
  }
  for (const [id, face] of faces) {
    if (!id.startsWith(prefix)) continue
    const cell = id.slice(prefix.length)
    const shown = cells[cell] ?? before?.[cell] ?? after?.[cell]
    if (shown) cells[cell] = withFace(shown, face)
  }
  return cells
}

/** The mark of a piece that is turned over. */
const turnedOver = "up"

/** Returns a cell that shows a face: on its piece, or as its label. */
function withFace(cell: CellState, { kind, label, seat, flipped }: ShownFace): CellState {
  if (!cell.piece) return { ...cell, ...(kind ? { kind } : {}), ...(label ? { label } : {}) }
  const { label: _, ...piece } = cell.piece
  const marks = (piece.marks ?? []).filter((mark) => mark !== turnedOver)
  return {
    ...cell,
    piece: {
      ...piece,
      marks: flipped ? [...marks, turnedOver] : (piece.marks ?? []),
      ...(kind ? { kind } : {}),
      ...(label ? { label } : {}),
      ...(seat !== undefined && seat >= 0 ? { seat } : {}),
    },
  }
}

function blendItems(
  before: readonly Item[],
  after: readonly Item[],
  named: ReadonlySet<string>,
  faces: ReadonlyMap<string, ShownFace>,
): Item[] {
  const items = before.flatMap((item) => (named.has(item.id) ? (after.find(({ id }) => id === item.id) ?? []) : item))
  after.forEach((item, n) => {
    if (named.has(item.id) && !items.some(({ id }) => id === item.id)) items.splice(Math.min(n, items.length), 0, item)
  })
  return items.map((item) => {
    const face = faces.get(item.id)
    return face ? { ...item, ...(face.kind ? { kind: face.kind } : {}), ...(face.label ? { label: face.label } : {}) } : item
  })
}

/** Returns `before` with the named cells, items and trays as they are in `after`, with faces and with points added to the scores. */
export function blend(
  before: Scene,
  after: Scene,
  named: ReadonlySet<string>,
  faces: ReadonlyMap<string, ShownFace>,
  points: ReadonlyMap<number, number>,
): Scene {
  const boards: Record<string, BoardState> = {}
  for (const id of new Set([...Object.keys(before.boards ?? {}), ...Object.keys(after.boards ?? {})])) {
    const old = before.boards?.[id]
    boards[id] = { ...old, cells: blendCells(old?.cells, after.boards?.[id]?.cells, id, named, faces) }
  }
  const trays: Record<string, Item[]> = {}
  for (const id of new Set([...Object.keys(before.trays ?? {}), ...Object.keys(after.trays ?? {})])) {
    const next = after.trays?.[id]
    if (named.has(id)) {
      if (next) trays[id] = next
    } else trays[id] = blendItems(before.trays?.[id] ?? [], next ?? [], named, faces)
  }
  const seats = before.seats.map((seat, n) => (points.has(n) ? { ...seat, score: seat.score + (points.get(n) ?? 0) } : seat))
  // Where points come from is known only after the whole step: it changes with the last points of a seat.
  const told = (seat: number): boolean => points.has(seat) && seats[seat]?.score === after.seats[seat]?.score
  const breakdown = before.score_breakdown?.map((lines, seat) => (told(seat) ? (after.score_breakdown?.[seat] ?? lines) : lines))
  return { ...before, boards, trays, seats, choices: [], ...(breakdown ? { score_breakdown: breakdown } : {}) }
}

/** Returns a scene without what beats place on its boards, as it was before them. */
export function withoutPlaced(scene: Scene, beats: readonly Beat[]): Scene {
  const placed = new Set(beats.flatMap((beat) => (beat.kind === "place" ? (beat.ids ?? []) : [])))
  const boards = Object.entries(scene.boards ?? {}).map(([id, board]) => {
    const cells = Object.entries(board.cells ?? {}).filter(([cell]) => !placed.has(id + cell))
    return [id, { ...board, cells: Object.fromEntries(cells) }] as const
  })
  return { ...scene, boards: Object.fromEntries(boards) }
}

/** A queue of steps that is shown cue by cue, from one picture to the next. */
export class Playback<V extends Pictured> {
  private readonly queue: Step<V>[] = []
  private step: Step<V> | null = null
  private cues: Cue[] = []
  private readonly named = new Set<string>()
  private readonly faces = new Map<string, ShownFace>()
  private readonly points = new Map<number, number>()

  /** `base` is the picture before the step that is being shown. */
  constructor(public base: V) {}

  add(step: Step<V>): void {
    this.queue.push(step)
  }

  /** Goes on to the next cue and returns it; null if everything has been shown. */
  next(): Cue | null {
    for (;;) {
      const cue = this.cues.shift()
      if (cue) {
        this.apply(cue)
        return cue
      }
      if (this.step) this.commit(this.step.after)
      const step = this.queue.shift()
      if (!step) return null
      this.step = step
      this.cues = cuesOfStep(step)
    }
  }

  /** Goes to the present at once; returns the beats that were not shown. */
  skip(): Beat[] {
    const left = [...this.cues.filter((cue) => cue.first).map((cue) => cue.beat), ...this.queue.flatMap((step) => step.beats)]
    const last = this.queue.pop() ?? this.step
    this.queue.length = 0
    this.cues = []
    if (last) this.commit(last.after)
    return left
  }

  /** The picture at this moment. */
  get shown(): V {
    if (!this.step) return this.base
    return { ...this.base, scene: blend(this.base.scene, this.step.after.scene, this.named, this.faces, this.points) }
  }

  /** Milliseconds at normal speed of all that has not been shown. */
  get remaining(): number {
    const waiting = this.queue.map((step) => total(cuesOfStep(step)))
    return total(this.cues) + waiting.reduce((sum, one) => sum + one, 0)
  }

  /** Milliseconds at normal speed of the longest step that has not been shown to its end. */
  get longest(): number {
    const steps = this.step ? [this.step, ...this.queue] : this.queue
    return Math.max(0, ...steps.map((step) => total(cuesOfStep(step))))
  }

  private commit(view: V): void {
    this.base = view
    this.step = null
    this.named.clear()
    this.faces.clear()
    this.points.clear()
  }

  private apply({ beat, changes, faces, first }: Cue): void {
    // An attack or a verdict may name what was turned over, and leaves it as it is.
    for (const id of changes) {
      this.faces.delete(id)
      this.named.add(id)
    }
    for (const [id, face] of faces) this.faces.set(id, face)
    const seat = beat.seat ?? -1
    if (first && seat >= 0 && beat.points) this.points.set(seat, (this.points.get(seat) ?? 0) + beat.points)
  }
}

function total(cues: readonly Cue[]): number {
  return cues.reduce((sum, cue) => sum + cue.duration, 0)
}
