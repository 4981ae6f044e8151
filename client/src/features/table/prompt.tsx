// The banner: whose turn it is, what happens and what to do. It is always in the same place and of the same height.
import type { JSX } from "preact"
import type { Stage, TableView } from "../../api/protocol"
import { Swatch } from "../../board/swatch"
import { t } from "../../i18n/texts"
import { labelOf } from "../../scene/picking"
import type { Chooser } from "./chooser"
import { nameOf, withNames } from "./names"
import { headline, winner } from "./result"

interface Props {
  model: Chooser
  view: TableView
  stage: Stage
  extra?: JSX.Element | null
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
  if (cue?.text && !choosing) {
    const seat = cue.beat.seat ?? -1
    return { form: "telling", headline: named(cue.text), line: cue.own ? "" : t().skipTelling, seat }
  }
  if (view.status === "open") return { form: "idle", headline: t().waitingForPlayers, line: "", seat: -1 }
  const prompt = named(view.scene.prompt)
  if (view.status === "over") return { form: "over", headline: headline(view, stage), line: reason || prompt, seat: winner(view) }
  if (!mine) {
    const line = view.seat < 0 ? t().spectating : ""
    return { form: "idle", headline: prompt, line, seat: acting }
  }
  const outlook = model.outlook.value
  const told = cue ? named(cue.text) : ""
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
  const { model, stage, extra, onSkip } = props
  const banner = bannerOf(props)
  const player = stage.players[banner.seat]
  return (
    <section class={`prompt ${banner.form}`}>
      <div class="words" onClick={() => banner.form === "telling" && onSkip?.()}>
        {player && <Swatch player={player} stage={stage} />}
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
    </section>
  )
}
