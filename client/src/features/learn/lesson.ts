// The state of a lesson: the actions that counted so far, and the server's response to the latest one.
import { computed, signal } from "@preact/signals"
import { fetchLesson } from "../../api/http"
import type { Choice, LessonView, SeatInfo, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import type { Cue } from "../../scene/playback"
import { picksOf } from "../../scene/picking"
import { completedLessons } from "../../ui/settings"
import { Chooser } from "../table/chooser"

export class LessonModel extends Chooser {
  readonly view = signal<LessonView | null>(null)
  private done: number[] = []

  constructor(
    readonly game: string,
    readonly number: number,
  ) {
    super()
  }

  readonly scene = computed(() => this.view.value?.scene ?? null)
  readonly since = signal(new Map<string, number>())
  readonly cue = signal<Cue | null>(null)
  readonly recent = computed(() => new Set(this.view.value?.cells))

  /** Starts the lesson, or restarts it. */
  async open(): Promise<void> {
    this.done = []
    await this.attempt([])
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
    this.picked.value = picksOf(choice)
    await this.attempt([...this.done, choice[0]])
  }

  private async attempt(actions: number[]): Promise<void> {
    this.busy.value = true
    this.error.value = ""
    try {
      const view = await fetchLesson(this.game, this.number, actions)
      if (view.right) this.done = actions
      this.view.value = view
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
