// The dock: what one holds at the left, what one can do at the right. Its size never changes.
import type { ComponentChildren, JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Choice } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { labelOf, picksOf } from "../../scene/picking"
import { narrow, windowWidth } from "../../ui/media"
import type { Chooser } from "./chooser"

/** Buttons with a digit key. */
const keyedButtons = 9
/** Widths in pixels: of a letter of a button, of a button's frame (wide ones show a digit), of a thing, and of Undo. */
const letter = 8.6
const frame = { narrow: 34, wide: 68 }
const thing = { narrow: 58, wide: 70 }
const undo = 52
/** The widest dock, and what is beside it on a wide screen. */
const widest = 868
const beside = 400
interface Props {
  model: Chooser
  /** How many things the dock shows beside the buttons. */
  held: number
  /** Buttons that are always there, such as Undo. */
  children?: ComponentChildren
}

/** Tells whether things and buttons have a row each: on a phone without room for the things, Undo and a button side by side. */
export function isStacked(held: number): boolean {
  const button = letter * t().choose(2).length + frame.narrow
  return narrow.value && held * thing.narrow + undo + button > windowWidth.value - 32
}

/** Returns how many of the buttons the dock has room for; the others are under More. */
function fitting(choices: readonly Choice[], held: number): number {
  const size = narrow.value ? "narrow" : "wide"
  const whole = narrow.value ? windowWidth.value - 32 : Math.min(widest, windowWidth.value - beside)
  const widthOf = (label: string): number => letter * label.length + frame[size]
  let left = whole - undo - (isStacked(held) ? 0 : held * thing[size])
  if (choices.reduce((sum, choice) => sum + widthOf(labelOf(choice)), 0) <= left) return choices.length
  left -= widthOf(t().more)
  return Math.max(
    0,
    choices.findIndex((choice) => (left -= widthOf(labelOf(choice))) < 0),
  )
}

export function Actions({ model, held, children }: Props): JSX.Element {
  const choices = model.buttons.value
  const shown = fitting(choices, held)
  const rest = choices.slice(shown)
  return (
    <div class="buttons">
      {choices.slice(0, shown).map((choice, n) => (
        <ChoiceButton key={choice[0]} model={model} choice={choice} n={n} />
      ))}
      {rest.length > 0 && <More key={choices.map(([action]) => action).join(" ")} model={model} choices={rest} first={shown} />}
      {model.picked.value.length > 0 && !model.busy.value && (
        <button type="button" class="plain" onClick={() => model.stepBack()}>
          {t().back}
        </button>
      )}
      {children}
    </div>
  )
}

/** The buttons that do not fit, in a list that opens above the dock. */
function More({ model, choices, first }: { model: Chooser; choices: readonly Choice[]; first: number }): JSX.Element {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: Event): void => {
      if (box.current && !(event.target instanceof Node && box.current.contains(event.target))) box.current.open = false
    }
    addEventListener("pointerdown", close)
    return () => removeEventListener("pointerdown", close)
  }, [])
  return (
    <details class="more-choices" ref={box}>
      <summary class="button">{first === 0 ? t().choose(choices.length) : t().more}</summary>
      <div class="list">
        {choices.map((choice, n) => (
          <ChoiceButton key={choice[0]} model={model} choice={choice} n={first + n} />
        ))}
      </div>
    </details>
  )
}

function ChoiceButton({ model, choice, n }: { model: Chooser; choice: Choice; n: number }): JSX.Element {
  const unconfirmed = model.isUnconfirmed(choice)
  const point = (to: Choice | null): void => {
    model.pointedChoice.value = to
    model.highlighted.value = to ? picksOf(to) : []
  }
  return (
    <button
      type="button"
      class={unconfirmed ? "choice unconfirmed" : "choice"}
      disabled={model.busy.value}
      onClick={(event) => model.press(choice, event.detail > 1)}
      onMouseEnter={() => point(choice)}
      onMouseLeave={() => point(null)}
      onFocus={() => point(choice)}
      onBlur={() => point(null)}
    >
      {n < keyedButtons && <kbd aria-hidden="true">{n + 1}</kbd>} {unconfirmed ? t().confirmAction(labelOf(choice)) : labelOf(choice)}
    </button>
  )
}
