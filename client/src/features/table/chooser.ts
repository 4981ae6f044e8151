// The state of choosing an action: what was clicked, what to highlight, and which actions are buttons now.
import { computed, signal, type ReadonlySignal } from "@preact/signals"
import type { Choice, Effect, Scene, WhyNot } from "../../api/protocol"
import type { Cue } from "../../scene/playback"
import { aimsOf, candidates, click, labelOf, preview, type EffectKind } from "../../scene/picking"
import { confirmMoves } from "../../ui/settings"

/** Actions that become buttons although some of their ids are not clicked yet, if no more than this remain and they read differently. */
const fewActions = 4

export abstract class Chooser {
  readonly picked = signal<readonly string[]>([])
  readonly pointedAt = signal<string | null>(null)
  /** The ids of the button, log line or hint that is pointed at. */
  readonly highlighted = signal<readonly string[]>([])
  /** The ids that the coach speaks of, marked until something is picked. */
  readonly coached = signal<readonly string[]>([])
  /** The action whose button is pointed at. */
  readonly pointedChoice = signal<Choice | null>(null)
  /** What was clicked last: its facts are shown. */
  readonly inspected = signal<string | null>(null)
  /** Why the latest click had no effect. */
  readonly refusal = signal<WhyNot | null>(null)
  readonly error = signal("")
  readonly busy = signal(false)
  /** The action whose button was pressed once and has to be pressed again to be played. */
  private readonly unconfirmed = signal<{ scene: Scene; action: number } | null>(null)

  /** The scene with the choices. */
  abstract readonly scene: ReadonlySignal<Scene | null>
  /** The cells of the latest action. */
  abstract readonly recent: ReadonlySignal<Set<string>>
  /** By id, the number of the latest action since the viewer's last one. */
  abstract readonly since: ReadonlySignal<Map<string, number>>
  /** What is being told. */
  abstract readonly cue: ReadonlySignal<Cue | null>
  /** The seat whose sheet is shown while something is told about it; null for the usual one. */
  readonly followed: ReadonlySignal<number | null> = signal(null)
  /** What the action that a lesson asks for does; empty elsewhere. Its button is filled and comes first. */
  readonly wanted: ReadonlySignal<string> = signal("")

  abstract play(choice: Choice): Promise<void>

  readonly candidates = computed(() => {
    const scene = this.scene.value
    return candidates(scene?.choices ?? [], scene?.ordered ?? false, this.picked.value)
  })

  /** The ids that can be clicked in place of an earlier pick. */
  readonly alternatives = computed((): Set<string> => {
    const scene = this.scene.value
    const found = new Set<string>()
    const picked = this.picked.value
    picked.forEach((_, n) => {
      for (const id of candidates(scene?.choices ?? [], scene?.ordered ?? false, picked.slice(0, n)).next) found.add(id)
    })
    return found
  })

  /** What the choices do to the ids that complete them. */
  readonly aims = computed((): Map<string, EffectKind> => {
    const scene = this.scene.value
    return scene ? aimsOf(scene, this.candidates.value, this.picked.value) : new Map()
  })

  /** The actions to show as buttons. */
  readonly buttons = computed((): Choice[] => {
    const { complete, matching } = this.candidates.value
    const few = this.picked.value.length > 0 && matching.length <= fewActions
    return few && new Set(matching.map(labelOf)).size === matching.length ? matching : complete
  })

  /** The ids to highlight, and the only action that a click would leave. */
  readonly preview = computed((): { ids: Set<string>; choice: Choice | null } => {
    const scene = this.scene.value
    const id = this.pointedAt.value
    if (!scene || id === null || this.busy.value) return { ids: new Set<string>(this.highlighted.value), choice: null }
    const found = preview(scene, this.picked.value, id)
    // Something about which there is nothing to show does not hide what is highlighted.
    return found.ids.size > 0 || found.choice ? found : { ids: new Set<string>(this.highlighted.value), choice: null }
  })

  /** The action that is about to be chosen, and what it would do; null while it is open which one. */
  readonly outlook = computed((): { choice: Choice; effect: Effect | null } | null => {
    const { matching } = this.candidates.value
    const picked = this.picked.value.length > 0 && matching.length === 1 ? matching[0] : undefined
    const choice = this.busy.value ? null : (this.pointedChoice.value ?? this.preview.value.choice ?? picked)
    return choice ? { choice, effect: this.scene.value?.effects?.[choice[0]] ?? null } : null
  })

  /** Whether clicks have left one action whose effect is shown, so that only its button or another touch is wanting. */
  readonly settled = computed((): boolean => {
    const { matching } = this.candidates.value
    return this.picked.value.length > 0 && matching.length === 1 && !this.busy.value && this.outlook.value?.choice === matching[0]
  })

  /**
   * Picks an id, and plays the action if only one is left; explains why if the id cannot be picked.
   * A finger cannot point: its first touch shows what an action of consequence does, the second one plays it.
   */
  pick(id: string, touch = false): void {
    const scene = this.scene.value
    if (!scene || this.busy.value) return
    this.inspected.value = id
    const [waiting] = this.candidates.value.matching
    if (touch && waiting && this.settled.value && this.isWeighty(waiting) && this.picked.value[this.picked.value.length - 1] === id) {
      void this.play(waiting)
      return
    }
    const then = click(scene, this.picked.value, id)
    if (!then) {
      this.explain(id)
      return
    }
    this.refusal.value = null
    const more = then.length > this.picked.value.length
    this.picked.value = then
    const { matching } = this.candidates.value
    const only = matching[0]
    if (!more || !only || matching.length !== 1 || confirmMoves.value || scene.confirm?.includes(only[0])) return
    if (!touch || !this.isWeighty(only)) void this.play(only)
  }

  /** Tells whether an action attacks, loses or scores something, so that players want to see it first. */
  isWeighty(choice: Choice): boolean {
    const effect = this.scene.value?.effects?.[choice[0]]
    return (effect?.danger?.length ?? 0) > 0 || effect?.points !== undefined
  }

  /** Explains why an id cannot be picked. */
  protected abstract explain(id: string): void

  /** Tells whether an action's button was pressed once and waits for confirmation. */
  isUnconfirmed(choice: Choice): boolean {
    return this.unconfirmed.value?.action === choice[0] && this.unconfirmed.value.scene === this.scene.value
  }

  /** Presses an action's button. Some actions need a second press, for which a double click or key repeat does not count. */
  press(choice: Choice, repeated = false): void {
    const scene = this.scene.value
    if (!scene || this.busy.value) return
    const needsConfirmation = scene.confirm?.includes(choice[0]) ?? false
    if (needsConfirmation && !this.isUnconfirmed(choice)) this.unconfirmed.value = { scene, action: choice[0] }
    else if (!needsConfirmation || !repeated) void this.play(choice)
  }

  /** Takes back the latest click; tells whether there was one. */
  stepBack(): boolean {
    const refused = this.refusal.value !== null
    this.refusal.value = null
    this.inspected.value = null
    const waiting = this.unconfirmed.value?.scene === this.scene.value
    this.unconfirmed.value = null
    if (waiting) return true
    if (this.picked.value.length === 0) return refused
    this.picked.value = this.picked.value.slice(0, -1)
    return true
  }
}
