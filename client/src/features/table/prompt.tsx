// The prompt: what to do, and the buttons for it.
import type { JSX, RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Stage, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { labelOf, picksOf } from "../../scene/picking"
import { useStableHeight } from "../../ui/useStableHeight"
import type { Chooser } from "./chooser"
import { withNames } from "./names"
import { winner } from "./result"

/** Buttons with a digit key. */
const keyedButtons = 9

/** Sets the height of the button bar, which on a phone is fixed at the bottom of the screen. */
function useBarHeight(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = bar
    if (!current) return
    const table = current.closest<HTMLElement>(".table")
    const observer = new ResizeObserver(() => table?.style.setProperty("--bar-height", `${current.offsetHeight}px`))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return bar
}

interface Props {
  model: Chooser
  view: TableView
  stage: Stage
  extra?: JSX.Element | null
  /** The buttons after the end of the game. */
  resultActions?: JSX.Element | false
}

export function Prompt({ model, view, stage, extra, resultActions }: Props): JSX.Element {
  const box = useStableHeight<HTMLElement>()
  const bar = useBarHeight()
  const mine = view.seat >= 0 && view.seats[view.seat]?.acting === true && view.status === "running"
  const buttons = model.buttons.value
  const picking = model.picked.value.length > 0 && !model.busy.value && model.candidates.value.next.size > 0
  const prompt = picking ? t().pickNext : withNames(view, stage, view.scene.prompt)
  const text = view.status === "open" ? t().waitingForPlayers : prompt
  return (
    <section ref={box} class={mine ? "prompt mine" : "prompt"}>
      <p class="words" aria-live="polite">
        {mine && <strong class="turn">{t().yourTurn}</strong>}
        {view.status === "over" && winner(view) === view.seat && <strong class="turn">{t().win}</strong>} <span>{text}</span>
        {view.seat < 0 && view.status === "running" && <span class="muted"> {t().spectating}</span>}
      </p>
      {extra}
      {model.error.value && (
        <p class="error" role="alert">
          {model.error.value}
        </p>
      )}
      <div class="buttons" ref={bar}>
        {resultActions}
        {buttons.map((choice, n) => (
          <button
            key={choice[0]}
            type="button"
            class={model.isUnconfirmed(choice) ? "choice unconfirmed" : "choice"}
            disabled={model.busy.value}
            onClick={(event) => model.press(choice, event.detail > 1)}
            onMouseEnter={() => (model.highlighted.value = picksOf(choice))}
            onMouseLeave={() => (model.highlighted.value = [])}
            onFocus={() => (model.highlighted.value = picksOf(choice))}
            onBlur={() => (model.highlighted.value = [])}
          >
            {n < keyedButtons && <kbd aria-hidden="true">{n + 1}</kbd>}{" "}
            {model.isUnconfirmed(choice) ? t().confirmAction(labelOf(choice)) : labelOf(choice)}
          </button>
        ))}
        {model.picked.value.length > 0 && !model.busy.value && (
          <button type="button" class="plain" onClick={() => model.stepBack()}>
            {t().back}
          </button>
        )}
      </div>
    </section>
  )
}
