// The analysis of a record as far as it has come; the server continues for as long as this page polls.
import { computed, signal } from "@preact/signals"
import { ApiError, analyse, pollAnalysis } from "../../api/http"
import type { Analysis } from "../../api/protocol"
import { t } from "../../i18n/texts"

/** Polls in a row that may find the server busy or without news before we give up. */
const maxIdlePolls = 40
const retryDelay = 1500
/** How many mistakes are described. */
const worstCount = 3

/** What is known about the decisions of one record. */
export class Study {
  readonly found = signal<Analysis | null>(null)
  readonly running = signal(false)
  readonly error = signal("")
  private idlePolls = 0
  /** The analysis that polls name; empty until the server has the record. */
  private id = ""

  constructor(
    readonly record: string,
    /** Returns a text of the server with the players' names. */
    private readonly named: (text: string) => string,
  ) {}

  readonly byMove = computed(() => new Map((this.found.value?.decisions ?? []).map((decision) => [decision.move, decision])))

  readonly whole = computed(() => {
    const found = this.found.value
    return found !== null && found.decisions.length >= found.total
  })

  /** The moves that were mistakes, in the order of the game. */
  readonly mistakes = computed(() => [...(this.found.value?.mistakes ?? [])].sort((a, b) => a - b))

  /** The worst mistakes, the worst first. */
  readonly worst = computed(() =>
    (this.found.value?.mistakes ?? []).slice(0, worstCount).flatMap((move) => {
      const decision = this.byMove.value.get(move)
      return decision ? [decision] : []
    }),
  )

  /** Polls until every decision is analysed, or until stopped. */
  async start(): Promise<void> {
    if (this.running.value) return
    this.running.value = true
    this.error.value = ""
    try {
      while (this.running.value && !this.whole.value) await this.more()
    } catch (error) {
      this.error.value = error instanceof Error ? error.message : t().unknownError
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
      // Another server process may know less than we do for a while; offline, the cached response never grows.
      if (this.found.value && found.decisions.length <= known && (!navigator.onLine || ++this.idlePolls > maxIdlePolls)) this.stop()
      if (found.decisions.length > known || !this.found.value) {
        this.idlePolls = 0
        this.found.value = this.withNames(found)
      }
    } catch (error) {
      if (error instanceof ApiError && error.name === "no_analysis" && this.id) {
        // The server has dropped the analysis, or another process answers: send the record again.
        this.id = ""
        return
      }
      if (!(error instanceof ApiError) || !["busy", "too_many"].includes(error.name) || ++this.idlePolls > maxIdlePolls) throw error
      await new Promise((done) => setTimeout(done, retryDelay))
    }
  }

  private withNames(found: Analysis): Analysis {
    const decisions = found.decisions.map((one) => (one.words ? { ...one, words: this.named(one.words) } : one))
    return { ...found, decisions }
  }
}
