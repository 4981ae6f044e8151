// The prompt: what to do, and the buttons for it.
import type { JSX, RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Choice, Stage, TableView } from "../../api/protocol"
import { Swatch } from "../../board/swatch"
import { t } from "../../i18n/texts"
import { labelOf, picksOf } from "../../scene/picking"
import { useStableHeight } from "../../ui/useStableHeight"
import type { Chooser } from "./chooser"
import { nameOf, withNames } from "./names"
import { headline, winner } from "./result"

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
  /** Whether several people play on this device, so that the one to act is named. */
  shared?: boolean
  /** Why the game ended. */
  reason?: string
  /** Goes to the present while something is told. */
  onSkip?: () => void
}

/** What the banner says: a headline, a line below it, and which form it has. */
interface Banner {
  form: "mine" | "idle" | "telling" | "refused" | "over"
  headline: string
  line: string
  /** The seat that it is about; -1 for nobody. */
  seat: number
}

function bannerOf({ model, view, stage, shared, reason }: Props): Banner {
  const named = (text: string): string => withNames(view, stage, text)
  const acting = view.seats.findIndex((seat) => seat.acting)
  const mine = view.seat >= 0 && view.seats[view.seat]?.acting === true && view.status === "running"
  const cue = model.cue.value
  const refusal = model.refusal.value
  if (refusal) return { form: "refused", headline: t().notPossible, line: named(refusal.text), seat: view.seat }
  const choosing = mine && (model.scene.value?.choices?.length ?? 0) > 0
  if (cue?.beat.text && !choosing) {
    const seat = cue.beat.seat ?? -1
    return { form: "telling", headline: named(cue.beat.text), line: cue.own ? "" : t().skipTelling, seat }
  }
  if (view.status === "open") return { form: "idle", headline: t().waitingForPlayers, line: "", seat: -1 }
  const prompt = named(view.scene.prompt)
  if (view.status === "over") return { form: "over", headline: headline(view, stage), line: reason || prompt, seat: winner(view) }
  if (!mine) {
    const line = view.seat < 0 ? t().spectating : ""
    return { form: "idle", headline: prompt, line, seat: acting }
  }
  const outlook = model.outlook.value
  const told = cue?.beat.text ? named(cue.beat.text) : ""
  const picking = model.picked.value.length > 0 && !model.busy.value && model.candidates.value.next.size > 0
  const line = outlook ? (outlook.effect?.text ?? labelOf(outlook.choice)) : told || (picking ? t().pickNext : prompt)
  return {
    form: "mine",
    headline: shared ? t().nameYourTurn(nameOf(view, stage, view.seat)) : t().yourTurn,
    line: named(line),
    seat: view.seat,
  }
}

export function Prompt(props: Props): JSX.Element {
  const { model, stage, extra, resultActions, onSkip } = props
  const box = useStableHeight<HTMLElement>()
  const bar = useBarHeight()
  const banner = bannerOf(props)
  const buttons = model.buttons.value
  const player = stage.players[banner.seat]
  const point = (choice: Choice | null): void => {
    model.pointedChoice.value = choice
    model.highlighted.value = choice ? picksOf(choice) : []
  }
  return (
    <section ref={box} class={`prompt ${banner.form}`}>
      <div class="words" onClick={() => banner.form === "telling" && onSkip?.()}>
        {player && <Swatch player={player} />}
        <p key={banner.form} {...(banner.form === "refused" ? { role: "alert" as const } : {})}>
          <strong class="headline">{banner.headline}</strong> <span class="line">{banner.line}</span>
        </p>
      </div>
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
            onMouseEnter={() => point(choice)}
            onMouseLeave={() => point(null)}
            onFocus={() => point(choice)}
            onBlur={() => point(null)}
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
