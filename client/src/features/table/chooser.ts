// Choosing an action on a page: what has been clicked, what that lights up, and what is a button now.
import { computed, signal, type ReadonlySignal } from "@preact/signals"
import type { Choice, Scene } from "../../api/protocol"
import { clicked, foresee, offer } from "../../scene/picking"
import { confirming } from "../../ui/settings"

/** So few actions are shown as buttons before all their ids are clicked. */
const few = 4

export abstract class Chooser {
  readonly picked = signal<readonly string[]>([])
  readonly pointed = signal<string | null>(null)
  /** The ids of a button, a log line or a hint that is pointed at. */
  readonly told = signal<readonly string[]>([])
  readonly trouble = signal("")
  readonly busy = signal(false)
  /** A grave action whose button was pressed once: pressed again it is played. */
  private readonly asked = signal<{ scene: Scene; action: number } | null>(null)

  /** What there is to choose from. */
  abstract readonly scene: ReadonlySignal<Scene | null>
  /** The cells of the latest action. */
  abstract readonly recent: ReadonlySignal<Set<string>>

  abstract play(choice: Choice): Promise<void>

  readonly offer = computed(() => {
    const scene = this.scene.value
    return offer(scene?.choices ?? [], scene?.ordered ?? false, this.picked.value)
  })

  /** The ids of earlier steps that can be clicked instead of those that were. */
  readonly instead = computed((): Set<string> => {
    const scene = this.scene.value
    const found = new Set<string>()
    const picked = this.picked.value
    picked.forEach((_, n) => {
      for (const id of offer(scene?.choices ?? [], scene?.ordered ?? false, picked.slice(0, n)).next) found.add(id)
    })
    return found
  })

  /** The actions that are buttons now. */
  readonly buttons = computed((): Choice[] => {
    const { complete, fitting } = this.offer.value
    return this.picked.value.length > 0 && fitting.length <= few ? fitting : complete
  })

  /** What pointing at something lights up, and what it would do. */
  readonly preview = computed(() => {
    const scene = this.scene.value
    const id = this.pointed.value
    if (!scene || id === null || this.busy.value) return { ids: new Set<string>(this.told.value), label: "" }
    return foresee(scene, this.picked.value, id)
  })

  /** One more click on an id; the action is played when nothing is left to choose. */
  pick(id: string): void {
    const scene = this.scene.value
    if (!scene || this.busy.value) return
    const then = clicked(scene, this.picked.value, id)
    if (!then) return
    const more = then.length > this.picked.value.length
    this.picked.value = then
    const { complete, fitting } = this.offer.value
    const only = complete[0]
    if (more && only && fitting.length === 1 && !confirming.value) void this.play(only)
  }

  /** Whether pressing the button of an action once more plays it. */
  sure(choice: Choice): boolean {
    return this.asked.value?.action === choice[0] && this.asked.value.scene === this.scene.value
  }

  /** Presses the button of an action; a grave one asks first, and takes no hasty answer such as a double click. */
  press(choice: Choice, hasty = false): void {
    const scene = this.scene.value
    if (!scene || this.busy.value) return
    const grave = scene.confirm?.includes(choice[0]) ?? false
    if (grave && !this.sure(choice)) this.asked.value = { scene, action: choice[0] }
    else if (!grave || !hasty) void this.play(choice)
  }

  /** One click back; tells whether there was one. */
  back(): boolean {
    const asked = this.asked.value?.scene === this.scene.value
    this.asked.value = null
    if (asked) return true
    if (this.picked.value.length === 0) return false
    this.picked.value = this.picked.value.slice(0, -1)
    return true
  }
}
