// A lesson as this page knows it: what has been done so far, and what the server makes of it.
import { computed, signal } from "@preact/signals"
import type { Choice, LessonView, SeatInfo, TableView } from "../../api/protocol"
import { picksOf } from "../../scene/picking"
import { learned } from "../../ui/settings"
import { t } from "../../i18n/texts"
import { lesson } from "../../api/http"
import { Chooser } from "../table/chooser"

export class LessonModel extends Chooser {
  readonly shown = signal<LessonView | null>(null)
  private done: number[] = []

  constructor(
    readonly game: string,
    readonly number: number,
  ) {
    super()
  }

  readonly scene = computed(() => this.shown.value?.scene ?? null)
  readonly recent = computed(() => new Set(this.shown.value?.cells))

  /** Begins, or begins again. */
  async open(): Promise<void> {
    this.done = []
    await this.attempt([])
  }

  /** In a lesson nothing can be lost by a slip. */
  override press(choice: Choice): void {
    if (!this.busy.value) void this.play(choice)
  }

  async play(choice: Choice): Promise<void> {
    this.told.value = []
    this.picked.value = picksOf(choice)
    await this.attempt([...this.done, choice[0]])
  }

  private async attempt(actions: number[]): Promise<void> {
    this.busy.value = true
    this.trouble.value = ""
    try {
      const view = await lesson(this.game, this.number, actions)
      if (view.right) this.done = actions
      this.shown.value = view
      if (view.done === view.tasks) learned.value = [...new Set([...learned.value, `${this.game}/${this.number}`])]
    } catch (error) {
      this.trouble.value = error instanceof Error ? error.message : t().wrong
    } finally {
      this.picked.value = []
      this.busy.value = false
    }
  }
}

/** A lesson as a table where only the learner sits. */
export function asTable(lesson: LessonView): TableView {
  const seats = lesson.scene.seats.map((seat): SeatInfo => ({ name: "", kind: "human", acting: seat.acting ?? false }))
  return { table: "", version: 0, seat: lesson.seat, status: "running", scene: lesson.scene, seats, at: 0 }
}
