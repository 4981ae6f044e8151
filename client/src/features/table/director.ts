// The director: shows what happened one beat after the other, at a pace that people can follow.
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals"
import type { Beat } from "../../api/protocol"
import { pace, Playback, type Cue, type Pictured, type Speed, type Step } from "../../scene/playback"

/** How many announcements screen readers find: more than a round of eight players adds at once, and older ones have been read. */
const keptAnnouncements = 100
/** How many steps can be shown again. */
const keptSteps = 80

/** What the director needs to know about the page. */
export interface Direction {
  speed: () => Speed
  /** Called for every beat that is shown, and for the last ones of a step that is shown at once. */
  onBeat?: (beat: Beat) => void
}

export class Director<V extends Pictured> {
  /** The picture to draw. */
  readonly shown = signal<V | null>(null)
  /** What is being shown; null if the picture is the present. */
  readonly cue = signal<Cue | null>(null)
  readonly playing: ReadonlySignal<boolean> = computed(() => this.cue.value !== null)
  /** The texts of the latest beats, each once, in order. */
  readonly announcements = signal<readonly { n: number; text: string }[]>([])
  private playback: Playback<V> | null = null
  /** The picture after all that was added. */
  private present: V | null = null
  /** The steps that can be shown again, and the picture before them. */
  private past: { before: V; steps: Step<V>[] } | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private announced = 0
  /** The latest text, which silent cues after it show too, and whom it is about. */
  private said: Pick<Cue, "text" | "seat"> = { text: "", seat: -1 }

  constructor(private readonly direction: Direction) {}

  /** Shows a picture at once, as the new present. */
  show(view: V): void {
    clearTimeout(this.timer)
    this.playback = new Playback(view)
    this.present = view
    batch(() => {
      this.cue.value = null
      this.shown.value = view
    })
  }

  /** Adds what happened; it is shown after all that waits, or at once if nothing can be played. */
  push(step: Step<V>): void {
    const playback = this.playback
    if (!playback) {
      this.show(step.after)
      return
    }
    if (step.own) {
      this.past = null
      this.skip()
    } else this.remember(step)
    playback.add(step)
    this.present = step.after
    if (this.direction.speed() === "off") this.skip()
    else if (!this.playing.value) this.advance()
  }

  /** Goes to the present at once; everything is announced nevertheless. */
  skip(): void {
    clearTimeout(this.timer)
    const playback = this.playback
    if (!playback) return
    const beats = playback.skip()
    batch(() => {
      for (const { text } of beats) this.announce(text)
      this.cue.value = null
      this.shown.value = playback.base
    })
    // More than a few sounds at once would be noise.
    for (const beat of beats.slice(-3)) this.direction.onBeat?.(beat)
  }

  get canShowAgain(): boolean {
    return (this.past?.steps.length ?? 0) > 0
  }

  /** Shows the steps since the viewer's last one again. */
  showAgain(): void {
    const past = this.past
    if (!past) return
    const present = this.present
    this.show(past.before)
    this.present = present
    for (const step of past.steps) this.playback?.add(step)
    // Steps without beats, such as a change of a name, are not remembered.
    if (present) this.playback?.add({ after: present, beats: [], own: false, viewer: -1 })
    this.advance()
  }

  /** Shows steps from a picture on that is not the present one: where the former state is not known, or how a game was set up. */
  retell(before: V, steps: readonly Step<V>[]): void {
    this.show(before)
    for (const step of steps) this.playback?.add(step)
    this.present = steps[steps.length - 1]?.after ?? before
    if (this.direction.speed() === "off") this.skip()
    else this.advance()
  }

  /** Announces a text to screen readers. */
  announce(text: string | undefined): void {
    if (!text) return
    this.announced++
    this.announcements.value = [...this.announcements.value, { n: this.announced, text }].slice(-keptAnnouncements)
  }

  close(): void {
    clearTimeout(this.timer)
  }

  private remember(step: Step<V>): void {
    const before = this.past?.before ?? this.present
    if (!before || step.beats.length === 0) return
    const steps = [...(this.past?.steps ?? []), step]
    // Without the oldest steps the picture before them is gone too.
    this.past = steps.length > keptSteps ? { before: steps[0]?.after ?? before, steps: steps.slice(1) } : { before, steps }
  }

  /** Shows the next cue, and those that need no time before it. */
  private advance(): void {
    clearTimeout(this.timer)
    const playback = this.playback
    if (!playback) return
    for (;;) {
      const cue = playback.next()
      if (!cue) {
        this.said = { text: "", seat: -1 }
        batch(() => {
          this.cue.value = null
          this.shown.value = playback.base
        })
        return
      }
      const factor = pace(this.direction.speed(), playback.remaining + cue.duration, playback.longest)
      if (cue.first) {
        this.announce(cue.beat.text)
        this.direction.onBeat?.(cue.beat)
      }
      if (cue.text) this.said = cue
      if (cue.duration * factor <= 0) continue
      batch(() => {
        this.cue.value = { ...cue, text: this.said.text, seat: this.said.seat, duration: cue.duration * factor }
        this.shown.value = playback.shown
      })
      this.timer = setTimeout(() => this.advance(), cue.duration * factor)
      return
    }
  }
}
