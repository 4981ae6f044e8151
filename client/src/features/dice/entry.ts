// The state of entering real dice: what has to be rolled, and what was entered so far.
import { computed, signal } from "@preact/signals"
import { ApiError } from "../../api/http"
import type { Die, Throw } from "../../api/protocol"

/** What the dice of a throw show; null for those that are not entered yet. */
export type Shown = readonly (number | null)[]

interface EnteredThrow {
  thrown: Throw
  numbers: number[]
}

export const lowest = (die: Die): number => die.low ?? 1
export const highest = (die: Die): number => lowest(die) + die.sides - 1

export class DiceEntry {
  /** What has to be rolled; null for nothing. */
  readonly asked = signal<Throw | null>(null)
  readonly shown = signal<Shown>([])
  /** The die that the next number is for; none if all are entered. */
  readonly current = signal(0)
  /** The first digits of a number that may have more. */
  readonly typed = signal("")
  /** Whether the dice were sent and the server has not answered. */
  readonly busy = signal(false)
  private earlier: EnteredThrow[] = []
  private close: (entered: boolean) => void = () => undefined

  /** Whether every die of the throw is entered. */
  readonly complete = computed(() => this.shown.value.every((number) => number !== null))
  /** Whether there is something to take back. */
  readonly canStepBack = computed(
    () => this.asked.value !== null && (this.typed.value !== "" || this.shown.value.some((n) => n !== null) || this.earlier.length > 0),
  )

  /** Sends a command, and again with the dice that people enter as long as the server asks for more; null if they cancel. */
  async send<T>(command: (dice: number[]) => Promise<T>): Promise<T | null> {
    this.earlier = []
    try {
      for (;;) {
        this.busy.value = true
        try {
          return await command(this.earlier.flatMap(({ numbers }) => numbers))
        } catch (error) {
          if (!(error instanceof ApiError) || !error.needed) throw error
          this.open(error.needed, [])
        }
        if (!(await new Promise<boolean>((close) => (this.close = close)))) return null
      }
    } finally {
      this.asked.value = null
      this.busy.value = false
    }
  }

  private open(thrown: Throw, numbers: readonly number[]): void {
    this.asked.value = thrown
    this.shown.value = thrown.dice.map((_, n) => numbers[n] ?? null)
    this.current.value = Math.min(numbers.length, thrown.dice.length)
    this.typed.value = ""
    this.busy.value = false
  }

  /** Chooses the die that the next number is for. */
  choose(n: number): void {
    this.current.value = n
    this.typed.value = ""
  }

  /** Enters what the current die shows, and goes on to the next one that is missing. */
  enter(number: number): void {
    const at = this.current.value
    const die = this.asked.value?.dice[at]
    if (!die || this.busy.value || number < lowest(die) || number > highest(die)) return
    const shown = this.shown.value.map((old, n) => (n === at ? number : old))
    const after = shown.findIndex((one, n) => one === null && n > at)
    const first = shown.indexOf(null)
    this.shown.value = shown
    this.current.value = after >= 0 ? after : first >= 0 ? first : shown.length
    this.typed.value = ""
  }

  /** Takes back the latest number, or the last one of the throw before. */
  stepBack(): void {
    if (this.busy.value) return
    if (this.typed.value) {
      this.typed.value = ""
      return
    }
    const entered = this.shown.value.flatMap((number, n) => (number === null ? [] : [n]))
    const before = entered.filter((n) => n < this.current.value)
    const last = (before.length > 0 ? before : entered).at(-1)
    if (last !== undefined) {
      this.shown.value = this.shown.value.map((number, n) => (n === last ? null : number))
      this.current.value = last
      return
    }
    const thrown = this.earlier.pop()
    if (thrown) this.open(thrown.thrown, thrown.numbers.slice(0, -1))
  }

  /** Sends the dice of the throw, if all are entered. */
  submit(): void {
    const thrown = this.asked.value
    if (!thrown || this.busy.value) return
    if (this.typed.value) this.enter(Number(this.typed.value))
    const numbers = this.shown.value.filter((number) => number !== null)
    if (numbers.length < thrown.dice.length) return
    this.earlier.push({ thrown, numbers })
    this.busy.value = true
    this.close(true)
  }

  cancel(): void {
    if (!this.busy.value) this.close(false)
  }

  /** Handles a key; tells whether it meant something. A digit that could begin a longer number waits for the next one or Enter. */
  press(key: string): boolean {
    if (key === "Enter") this.submit()
    else if (key === "Backspace") this.stepBack()
    else if (/^[0-9]$/.test(key)) this.type(key)
    else return false
    return true
  }

  private type(digit: string): void {
    const die = this.asked.value?.dice[this.current.value]
    if (!die) return
    const text = this.typed.value + digit
    const number = Number(text)
    if (number > highest(die)) {
      // The digit begins the number of the next die.
      if (!this.typed.value) return
      this.enter(Number(this.typed.value))
      this.type(digit)
    } else if (number > 0 && number * 10 <= highest(die)) this.typed.value = text
    else this.enter(number)
  }
}
