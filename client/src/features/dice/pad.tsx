// The pad on which people enter what their own dice show: a slot for each die, and a button for each of its sides.
import type { JSX } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import type { Die } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { Icon } from "../../ui/icons"
import { lowest, type DiceEntry } from "./entry"

interface Props {
  entry: DiceEntry
  /** Returns a text of the server with the players' names. */
  text?: (text: string) => string
}

export function DicePad({ entry, text = (words) => words }: Props): JSX.Element | null {
  const dialog = useRef<HTMLDialogElement>(null)
  const asked = entry.asked.value
  // Before it is painted, so that the first key is not lost.
  useLayoutEffect(() => {
    const box = dialog.current
    if (!asked || !box) return
    if (!box.open) box.showModal()
    // The button of the throw before is disabled now, and would swallow keys.
    box.focus()
  }, [asked])
  if (!asked) return null
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // Enter presses the button that has the focus, unless that is a side: those have their digits.
    const onButton = event.target instanceof HTMLButtonElement && event.target.closest(".finish") !== null
    if (event.key === "Enter" && onButton) return
    if (entry.press(event.key)) event.preventDefault()
  }
  const die = asked.dice[entry.current.value]
  // As high as the most sides of the throw need, so that nothing moves from die to die.
  const rows = Math.max(...asked.dice.map((one) => Math.ceil(one.sides / columnsOf(one))))
  return (
    <dialog
      ref={dialog}
      class="dice-pad"
      tabIndex={-1}
      aria-labelledby="dice-prompt"
      aria-busy={entry.busy.value}
      onKeyDown={onKey}
      onCancel={(event) => {
        event.preventDefault()
        entry.cancel()
      }}
    >
      <h2 id="dice-prompt">{text(asked.prompt)}</h2>
      {(asked.dice.length > 1 || !die?.names) && <Slots entry={entry} dice={asked.dice} text={text} />}
      <div class={`sides${asked.dice[0]?.names ? " named" : ""}`} style={{ "--columns": columnsOf(die ?? asked.dice[0]), "--rows": rows }}>
        {die ? <Sides key={entry.current.value} entry={entry} die={die} text={text} /> : <p role="status">{t().checkDice}</p>}
      </div>
      <div class="finish">
        <button type="button" class="plain" disabled={entry.busy.value} onClick={() => entry.cancel()}>
          {t().cancel}
        </button>
        <button
          type="button"
          class="plain icon"
          aria-label={t().undoDie}
          title={t().undoDie}
          disabled={entry.busy.value || !entry.canStepBack.value}
          onClick={() => entry.stepBack()}
        >
          <Icon name="undo" />
        </button>
        <button type="button" class="main" disabled={entry.busy.value || !entry.complete.value} onClick={() => entry.submit()}>
          {t().diceDone}
        </button>
      </div>
    </dialog>
  )
}

/** Returns in how many columns the sides of a die stand. */
function columnsOf(die: Die | undefined): number {
  if (!die || die.names) return 1
  if (die.sides % 5 === 0) return 5
  return die.sides <= 3 ? die.sides : die.sides === 4 ? 2 : die.sides === 6 ? 3 : 4
}

/** What the dice show so far; one of them can be chosen to be entered again. */
function Slots({ entry, dice, text }: { entry: DiceEntry; dice: readonly Die[]; text: (text: string) => string }): JSX.Element {
  return (
    <ol class="slots" aria-label={t().dice} style={{ "--slots": dice.length > 6 ? Math.ceil(dice.length / 2) : dice.length }}>
      {dice.map((die, n) => {
        const number = entry.shown.value[n] ?? null
        const now = n === entry.current.value
        const value = number === null ? "" : (die.names?.[number - lowest(die)] ?? String(number))
        const name = die.label ? text(die.label) : t().dieNumber(n + 1, dice.length)
        return (
          <li key={n}>
            <button
              type="button"
              class={`die${number === null ? " missing" : ""}`}
              aria-label={`${name}: ${value || t().notEntered}`}
              aria-current={now ? "true" : undefined}
              onClick={() => entry.choose(n)}
            >
              {now && entry.typed.value ? entry.typed.value : text(value)}
            </button>
            {die.label && <span aria-hidden="true">{text(die.label)}</span>}
          </li>
        )
      })}
    </ol>
  )
}

function Sides({ entry, die, text }: { entry: DiceEntry; die: Die; text: (text: string) => string }): JSX.Element {
  const chosen = entry.shown.value[entry.current.value]
  return (
    <>
      {Array.from({ length: die.sides }, (_, n) => lowest(die) + n).map((number, n) => (
        <button
          key={number}
          type="button"
          class="side"
          aria-pressed={chosen === number}
          disabled={entry.busy.value}
          onClick={() => entry.enter(number)}
        >
          {die.names ? text(die.names[n] ?? "") : number}
        </button>
      ))}
    </>
  )
}
