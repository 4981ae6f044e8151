// An analysis as far as it has come: the server judges on for as long as this page asks for more.
import { computed, signal } from "@preact/signals"
import type { Analysis } from "../protocol"
import { t } from "../texts"
import { Refusal, analyse, pollAnalysis } from "../wire/http"

/** So often in a row the server may be busy, or have nothing new, before we give up. */
const patience = 40
const pause = 1500
/** How many mistakes are told in words. */
const most = 3

/** What is known about the decisions of one record. */
export class Study {
  readonly found = signal<Analysis | null>(null)
  readonly running = signal(false)
  readonly trouble = signal("")
  private busy = 0
  /** The analysis that polls name; empty until the server has the record. */
  private id = ""

  constructor(readonly record: string) {}

  readonly byMove = computed(() => new Map((this.found.value?.decisions ?? []).map((decision) => [decision.move, decision])))

  readonly whole = computed(() => {
    const found = this.found.value
    return found !== null && found.decisions.length >= found.total
  })

  /** The moves that were mistakes, in the order of the game. */
  readonly mistakes = computed(() => [...(this.found.value?.mistakes ?? [])].sort((a, b) => a - b))

  /** The worst of them, the worst first. */
  readonly worst = computed(() =>
    (this.found.value?.mistakes ?? []).slice(0, most).flatMap((move) => {
      const decision = this.byMove.value.get(move)
      return decision ? [decision] : []
    }),
  )

  /** Asks until everything is judged, or until told to stop. */
  async start(): Promise<void> {
    if (this.running.value) return
    this.running.value = true
    this.trouble.value = ""
    try {
      while (this.running.value && !this.whole.value) await this.more()
    } catch (error) {
      this.trouble.value = error instanceof Error ? error.message : t().wrong
    } finally {
      this.running.value = false
    }
  }

  stop(): void {
    this.running.value = false
  }

  private async more(): Promise<void> {
    const known = this.found.value?.decisions.length ?? 0
    try {
      const found = await (this.id ? pollAnalysis(this.id) : analyse(this.record))
      this.id = found.id
      // Another process of the server may know less than we do, for a while; what was kept for offline never grows.
      if (this.found.value && found.decisions.length <= known && (!navigator.onLine || ++this.busy > patience)) this.stop()
      if (found.decisions.length > known || !this.found.value) {
        this.busy = 0
        this.found.value = found
      }
    } catch (error) {
      if (error instanceof Refusal && error.name === "no_analysis" && this.id) {
        // The server has dropped the analysis, or another process answers: send the record again.
        this.id = ""
        return
      }
      if (!(error instanceof Refusal) || !["busy", "too_many"].includes(error.name) || ++this.busy > patience) throw error
      await new Promise((done) => setTimeout(done, pause))
    }
  }
}
