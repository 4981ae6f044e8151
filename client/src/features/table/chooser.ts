// The state of choosing an action: what was clicked, what to highlight, and which actions are buttons now.
import { computed, signal, type ReadonlySignal } from "@preact/signals"
import type { Choice, Scene } from "../../api/protocol"
import { candidates, click, preview } from "../../scene/picking"
import { confirmMoves } from "../../ui/settings"

/** Actions that become buttons although some of their ids are not clicked yet, if no more than this remain. */
const fewActions = 4

export abstract class Chooser {
  readonly picked = signal<readonly string[]>([])
  readonly pointedAt = signal<string | null>(null)
  /** The ids of the button, log line or hint that is pointed at. */
  readonly highlighted = signal<readonly string[]>([])
  readonly error = signal("")
  readonly busy = signal(false)
  /** The action whose button was pressed once and has to be pressed again to be played. */
  private readonly unconfirmed = signal<{ scene: Scene; action: number } | null>(null)

  /** The scene with the choices. */
  abstract readonly scene: ReadonlySignal<Scene | null>
  /** The cells of the latest action. */
  abstract readonly recent: ReadonlySignal<Set<string>>

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

  /** The actions to show as buttons. */
  readonly buttons = computed((): Choice[] => {
    const { complete, matching } = this.candidates.value
    return this.picked.value.length > 0 && matching.length <= fewActions ? matching : complete
  })

  /** The ids to highlight, and the label of the action that a click would play. */
  readonly preview = computed(() => {
    const scene = this.scene.value
    const id = this.pointedAt.value
    if (!scene || id === null || this.busy.value) return { ids: new Set<string>(this.highlighted.value), label: "" }
    return preview(scene, this.picked.value, id)
  })

  /** Picks an id, and plays the action if nothing is left to choose. */
  pick(id: string): void {
    const scene = this.scene.value
    if (!scene || this.busy.value) return
    const then = click(scene, this.picked.value, id)
    if (!then) return
    const more = then.length > this.picked.value.length
    this.picked.value = then
    const { complete, matching } = this.candidates.value
    const only = complete[0]
    if (more && only && matching.length === 1 && !confirmMoves.value) void this.play(only)
  }

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
    const waiting = this.unconfirmed.value?.scene === this.scene.value
    this.unconfirmed.value = null
    if (waiting) return true
    if (this.picked.value.length === 0) return false
    this.picked.value = this.picked.value.slice(0, -1)
    return true
  }
}
