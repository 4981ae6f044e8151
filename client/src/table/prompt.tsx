// What to do, in words, and the buttons for it.
import type { JSX } from "preact"
import type { View } from "../protocol"
import { t } from "../texts"
import { labelOf, picksOf } from "../scene/picking"
import type { TableModel } from "./model"

/** Buttons have keys while there are so many digits. */
const digits = 9

export function Prompt({ model, view }: { model: TableModel; view: View }): JSX.Element {
  const mine = view.seat >= 0 && view.seats[view.seat]?.acting === true && view.status === "running"
  const buttons = model.buttons.value
  const words = view.status === "open" ? t().waitingForPlayers : view.scene.prompt
  return (
    <section class={mine ? "prompt mine" : "prompt"}>
      <p class="words" aria-live="polite">
        {mine && <strong class="turn">{t().yourTurn}</strong>} <span>{words}</span>
        {view.seat < 0 && view.status === "running" && <span class="quiet"> {t().spectating}</span>}
      </p>
      {model.trouble.value && (
        <p class="trouble" role="alert">
          {model.trouble.value}
        </p>
      )}
      <div class="buttons">
        {buttons.map((choice, n) => (
          <button
            key={choice[0]}
            type="button"
            class="choice"
            disabled={model.busy.value}
            onClick={() => void model.play(choice)}
            onMouseEnter={() => (model.told.value = picksOf(choice))}
            onMouseLeave={() => (model.told.value = [])}
            onFocus={() => (model.told.value = picksOf(choice))}
            onBlur={() => (model.told.value = [])}
          >
            {n < digits && <kbd aria-hidden="true">{n + 1}</kbd>} {labelOf(choice)}
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
