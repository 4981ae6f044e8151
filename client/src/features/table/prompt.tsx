// What to do, in words, and the buttons for it.
import type { JSX, RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Stage, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { labelOf, picksOf } from "../../scene/picking"
import type { Chooser } from "./chooser"
import { called } from "./names"
import { winner } from "./result"
import { useSteady } from "../../ui/useStableHeight"

/** Buttons have keys while there are so many digits. */
const digits = 9

/** Tells the table's style how high the bar of buttons is that lies over the foot of a phone's screen. */
function useBar(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = bar
    if (!current) return
    const table = current.closest<HTMLElement>(".table")
    const watch = new ResizeObserver(() => table?.style.setProperty("--bar", `${current.offsetHeight}px`))
    watch.observe(current)
    return () => watch.disconnect()
  }, [])
  return bar
}

interface Props {
  model: Chooser
  view: TableView
  stage: Stage
  /** What else one may ask for. */
  more?: JSX.Element | null
  /** The buttons after the end. */
  then?: JSX.Element | false
}

export function Prompt({ model, view, stage, more, then }: Props): JSX.Element {
  const box = useSteady<HTMLElement>()
  const bar = useBar()
  const mine = view.seat >= 0 && view.seats[view.seat]?.acting === true && view.status === "running"
  const buttons = model.buttons.value
  const going = model.picked.value.length > 0 && !model.busy.value && model.offer.value.next.size > 0
  const told = going ? t().among : called(view, stage, view.scene.prompt)
  const words = view.status === "open" ? t().waitingForPlayers : told
  return (
    <section ref={box} class={mine ? "prompt mine" : "prompt"}>
      <p class="words" aria-live="polite">
        {mine && <strong class="turn">{t().yourTurn}</strong>}
        {view.status === "over" && winner(view) === view.seat && <strong class="turn">{t().win}</strong>} <span>{words}</span>
        {view.seat < 0 && view.status === "running" && <span class="quiet"> {t().spectating}</span>}
      </p>
      {more}
      {model.trouble.value && (
        <p class="trouble" role="alert">
          {model.trouble.value}
        </p>
      )}
      <div class="buttons" ref={bar}>
        {then}
        {buttons.map((choice, n) => (
          <button
            key={choice[0]}
            type="button"
            class={model.sure(choice) ? "choice sure" : "choice"}
            disabled={model.busy.value}
            onClick={(event) => model.press(choice, event.detail > 1)}
            onMouseEnter={() => (model.told.value = picksOf(choice))}
            onMouseLeave={() => (model.told.value = [])}
            onFocus={() => (model.told.value = picksOf(choice))}
            onBlur={() => (model.told.value = [])}
          >
            {n < digits && <kbd aria-hidden="true">{n + 1}</kbd>} {model.sure(choice) ? t().really(labelOf(choice)) : labelOf(choice)}
          </button>
        ))}
        {model.picked.value.length > 0 && !model.busy.value && (
          <button type="button" class="plain" onClick={() => model.back()}>
            {t().back}
          </button>
        )}
      </div>
    </section>
  )
}
