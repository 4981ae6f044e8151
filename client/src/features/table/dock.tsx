// The dock: what one holds at the left, what one can do at the right. Its size never changes.
import type { ComponentChildren, JSX, RefObject } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import type { Choice } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { labelOf, picksOf } from "../../scene/picking"
import { narrow, sideways, windowWidth } from "../../ui/media"
import type { Chooser } from "./chooser"

/** Buttons with a digit key. */
const keyedButtons = 9
/** Widths in pixels: of a letter of a button, of a button's frame (wide ones show a digit), of a thing, and of Undo, which is in the banner of a narrow screen. */
const letter = 7.6
const frame = { narrow: 34, wide: 68 }
const thing = { narrow: 58, wide: 70 }
const undo = 52
/** The widest dock, and what is beside it on a wide screen. */
const widest = 868
const beside = 400
/** The part of the window that the column of controls takes on a phone held sideways, and its least and greatest width. */
const column = [0.4, 280, 350] as const

/** Returns the width of the dock of a phone. */
function narrowDock(): number {
  const [part, least, most] = column
  return (sideways.value ? Math.min(most, Math.max(least, part * windowWidth.value)) : windowWidth.value) - 32
}

interface Props {
  model: Chooser
  /** How many things the dock shows beside the buttons. */
  held: number
  /** Returns a label with the players' names. */
  text?: (label: string) => string
  /** Buttons that are always there, such as Undo. */
  children?: ComponentChildren
}

/** Tells whether things and buttons have a row each: on a phone without room for the things and a button side by side. */
export function isStacked(held: number): boolean {
  const button = letter * t().choose(2).length + frame.narrow
  return narrow.value && (sideways.value || held * thing.narrow + button > narrowDock())
}

/** Returns the width of a button with this label. */
const widthOf = (label: string): number => letter * label.length + frame[narrow.value ? "narrow" : "wide"]

/** Returns the width of all things in the dock: they may be wider than usual, such as dice with a caption. */
function useThingsWidth(buttons: RefObject<HTMLElement | null>, held: number): number {
  const [measured, setMeasured] = useState(0)
  useLayoutEffect(() => setMeasured(buttons.current?.parentElement?.querySelector(".held")?.scrollWidth ?? 0))
  return Math.max(measured, held * thing[narrow.value ? "narrow" : "wide"])
}

/** Returns how many of the buttons the dock has room for beside what else it shows, in pixels; the others are under More. */
function fitting(labels: readonly string[], other: number): number {
  const whole = narrow.value ? narrowDock() : Math.min(widest, windowWidth.value - beside)
  let left = whole - (narrow.value ? 0 : undo) - other
  if (labels.reduce((sum, label) => sum + widthOf(label), 0) <= left) return labels.length
  const only = labels.length === 1 && labels[0]
  if (only && widthOf(halved(only)) <= left) return 1
  left -= widthOf(t().more)
  return Math.max(
    0,
    labels.findIndex((label) => (left -= widthOf(label)) < 0),
  )
}

/** Returns the longer line of a label that is broken in two as evenly as its words allow. */
function halved(label: string): string {
  const words = label.split(" ")
  const lines = words.map((_, n) => [words.slice(0, n).join(" "), words.slice(n).join(" ")].sort((a, b) => b.length - a.length)[0] ?? "")
  return lines.reduce((best, line) => (line.length < best.length ? line : best))
}

export function Actions({ model, held, text = (label) => label, children }: Props): JSX.Element {
  const isWanted = (choice: Choice): boolean => labelOf(choice) === model.wanted.value
  const choices = [...model.buttons.value].sort((a, b) => Number(isWanted(b)) - Number(isWanted(a)))
  const back = model.picked.value.length > 0 && !model.busy.value
  const box = useRef<HTMLDivElement>(null)
  const things = useThingsWidth(box, held)
  const backWidth = back ? letter * t().back.length + frame.narrow : 0
  // A button that asks for confirmation grows, and must not push others under More.
  const question = choices.some(([action]) => model.scene.value?.confirm?.includes(action)) ? letter * t().confirmAction("").length : 0
  const labels = choices.map(labelOf).map(text)
  const other = (isStacked(held) ? 0 : things) + backWidth + question
  // The button that a lesson asks for is never under More.
  const asked = choices.some(isWanted)
  const shown = Math.max(fitting(labels, other), asked ? 1 : 0)
  // A button that is alone, or asked for, has two lines where there is no room for one.
  const twoLines = (labels.length === 1 || asked) && narrow.value && widthOf(labels[0] ?? "") > narrowDock() - other
  const rest = choices.slice(shown)
  return (
    <div class="buttons" ref={box}>
      {/* Before the others, which end at the right (on a phone after those, which begin at the left): they stay when it comes and goes. */}
      {back && (
        <button key="back" type="button" class="plain back" onClick={() => model.stepBack()}>
          {t().back}
        </button>
      )}
      {choices.slice(0, shown).map((choice, n) => (
        <ChoiceButton key={choice[0]} model={model} choice={choice} label={labels[n] ?? ""} n={n} twoLines={twoLines && n === 0} />
      ))}
      {rest.length > 0 && <More key={rest.map(([action]) => action).join(" ")} model={model} choices={rest} first={shown} text={text} />}
      {children}
    </div>
  )
}

interface MoreProps {
  model: Chooser
  choices: readonly Choice[]
  /** How many buttons come before them. */
  first: number
  text: (label: string) => string
}

/** The buttons that do not fit, in a list that opens above the dock. */
function More({ model, choices, first, text }: MoreProps): JSX.Element {
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
      <summary class="button">{first === 0 && model.candidates.value.next.size === 0 ? t().choose(choices.length) : t().more}</summary>
      <div class="list">
        {choices.map((choice, n) => (
          <ChoiceButton key={choice[0]} model={model} choice={choice} label={text(labelOf(choice))} n={first + n} />
        ))}
      </div>
    </details>
  )
}

interface ButtonProps {
  model: Chooser
  choice: Choice
  label: string
  n: number
  /** Whether there is no room for its label in one line. */
  twoLines?: boolean
}

function ChoiceButton({ model, choice, label, n, twoLines }: ButtonProps): JSX.Element {
  const unconfirmed = model.isUnconfirmed(choice)
  const words = unconfirmed ? t().confirmAction(label) : label
  // The act that is due is filled: red if it only strikes.
  const effect = model.settled.value && model.isWeighty(choice) ? model.scene.value?.effects?.[choice[0]] : undefined
  const due = effect ? (effect.points === undefined ? " strike" : " main") : labelOf(choice) === model.wanted.value ? " main" : ""
  const point = (to: Choice | null): void => {
    model.pointedChoice.value = to
    model.highlighted.value = to ? picksOf(to) : []
  }
  return (
    <button
      type="button"
      class={unconfirmed ? "choice unconfirmed" : `choice${due}`}
      style={twoLines ? { maxWidth: `${Math.ceil(widthOf(halved(words)))}px` } : undefined}
      disabled={model.busy.value}
      onClick={(event) => model.press(choice, event.detail > 1)}
      onMouseEnter={() => point(choice)}
      onMouseLeave={() => point(null)}
      onFocus={() => point(choice)}
      onBlur={() => point(null)}
    >
      {n < keyedButtons && <kbd aria-hidden="true">{n + 1}</kbd>} {words}
    </button>
  )
}
