// The state of a lesson: the actions that counted so far, and the server's response to the latest one.
import { computed, signal } from "@preact/signals"
import { fetchLesson } from "../../api/http"
import type { Choice, LessonView, SeatInfo, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { picksOf } from "../../scene/picking"
import { soundOf } from "../../scene/sound-cues"
import { completedLessons, soundsOn, speed } from "../../ui/settings"
import { playSounds } from "../../ui/sounds"
import { Chooser } from "../table/chooser"
import { Director } from "../table/director"

export class LessonModel extends Chooser {
  readonly director = new Director<LessonView>({
    speed: () => speed.value,
    onBeat: (beat) => {
      const sound = soundsOn.value ? soundOf(beat, this.seat, false) : null
      if (sound) playSounds([sound])
    },
  })
  /** The lesson as far as it has been told. */
  readonly view = this.director.shown
  readonly cue = this.director.cue
  private done: number[] = []
  private seat = -1

  constructor(
    readonly game: string,
    readonly number: number,
  ) {
    super()
  }

  override readonly wanted = computed(() => this.view.value?.answer ?? "")
  readonly scene = computed(() => this.view.value?.scene ?? null)
  readonly since = signal(new Map<string, number>())
  readonly recent = computed(() => new Set(this.cue.value ? [] : this.view.value?.cells))

  /** Starts the lesson, or restarts it. */
  async open(): Promise<void> {
    this.done = []
    await this.attempt([])
  }

  close(): void {
    this.director.close()
  }

  /** Goes to the present; tells whether something was being told. */
  skip(): boolean {
    if (!this.director.playing.value) return false
    this.director.skip()
    return true
  }

  /** Picks an id; while something is told, goes to the present instead. */
  override pick(id: string): void {
    if (!this.skip()) super.pick(id)
  }

  /** Plays at once: in a lesson a slip costs nothing. */
  override press(choice: Choice): void {
    if (!this.busy.value) void this.play(choice)
  }

  /** The task says what to do; a wrong click changes nothing. */
  protected explain(): void {
    this.refusal.value = null
  }

  async play(choice: Choice): Promise<void> {
    this.highlighted.value = []
    this.inspected.value = null
    this.picked.value = picksOf(choice)
    await this.attempt([...this.done, choice[0]])
  }

  private async attempt(actions: number[]): Promise<void> {
    this.busy.value = true
    this.error.value = ""
    try {
      const view = await fetchLesson(this.game, this.number, actions)
      if (view.right) this.done = actions
      this.seat = view.seat
      const beats = view.beats ?? []
      const own = beats.every(({ seat = -1 }) => seat < 0 || seat === view.seat)
      if (actions.length > 0 && beats.length > 0) this.director.push({ after: view, beats, own, viewer: view.seat })
      else this.director.show(view)
      this.highlighted.value = view.touch
      if (view.done === view.tasks) completedLessons.value = [...new Set([...completedLessons.value, `${this.game}/${this.number}`])]
    } catch (error) {
      this.error.value = error instanceof Error ? error.message : t().unknownError
    } finally {
      this.picked.value = []
      this.busy.value = false
    }
  }
}

/** Returns a lesson as the view of a table where only the learner sits. */
export function asTable(lesson: LessonView): TableView {
  const seats = lesson.scene.seats.map((seat): SeatInfo => ({ name: "", kind: "human", acting: seat.acting ?? false }))
  return { table: "", version: 0, seat: lesson.seat, status: "running", scene: lesson.scene, seats, at: 0 }
}
