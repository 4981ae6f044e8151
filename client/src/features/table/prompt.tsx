// The banner: whose turn it is, what happens and what to do. It is always in the same place and of the same height.
import type { JSX } from "preact"
import type { Stage, TableView } from "../../api/protocol"
import { Swatch } from "../../pieces/swatch"
import { t } from "../../i18n/texts"
import { labelOf } from "../../scene/picking"
import { Icon } from "../../ui/icons"
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
  /** Headline and line while there is no connection. */
  lost?: readonly [string, string] | undefined
}

/** What the banner says: a headline, a line below it, and which form it has. */
interface Banner {
  form: "mine" | "idle" | "telling" | "refused" | "over"
  headline: string
  line: string
  /** The seat that it is about; -1 for nobody. */
  seat: number
  /** Whether the headline is what others do meanwhile. */
  news?: boolean
}

/** Returns what to choose after the first clicks: a space, and what for, a thing in a tray, or one of the buttons. */
function nextPrompt({ candidates, buttons }: Chooser, view: TableView): string {
  const { next, matching } = candidates.value
  if (next.size === 0) return t().pressButton
  const things = new Set(Object.values(view.scene.trays ?? {}).flatMap((items) => items.map(({ id }) => id)))
  if ([...next].some((id) => things.has(id))) return buttons.value.length > 0 ? t().pickMoreOrPress : t().pickMore
  const [label, ...others] = new Set(matching.map(labelOf))
  return label && others.length === 0 ? t().pickSpaceFor(label) : t().pickNext
}

/** Returns what the action that is pointed at does; nothing for a button that says it itself. */
function outlookText({ outlook, pointedChoice }: Chooser): string | undefined {
  const { value } = outlook
  return value?.effect?.text ?? (value && !pointedChoice.value ? labelOf(value.choice) : undefined)
}

function bannerOf({ model, view, stage, shared, reason }: Props): Banner {
  const named = (text: string): string => withNames(view, stage, text)
  const acting = view.seats.findIndex((seat) => seat.acting)
  const mine = view.seat >= 0 && view.seats[view.seat]?.acting === true && view.status === "running"
  const cue = model.cue.value
  const refusal = model.refusal.value
  if (refusal) return { form: "refused", headline: t().notPossible, line: named(refusal.text), seat: view.seat }
  const choosing = mine && (model.scene.value?.choices?.length ?? 0) > 0
  if (cue?.text && !choosing) return { form: "telling", headline: named(cue.text), line: cue.own ? "" : t().skipTelling, seat: cue.seat }
  if (view.status === "open") return { form: "idle", headline: t().waitingForPlayers, line: "", seat: -1 }
  const prompt = named(view.scene.prompt)
  if (view.status === "over")
    return { form: "over", headline: headline(view, stage, shared ?? false), line: reason || prompt, seat: winner(view) }
  if (!mine) {
    const line = view.seat < 0 ? t().spectating : ""
    return { form: "idle", headline: prompt, line, seat: acting }
  }
  const picking = model.picked.value.length > 0 && !model.busy.value
  const line = named(outlookText(model) ?? (picking ? nextPrompt(model, view) : prompt))
  // What others do meanwhile does not hide what there is to do.
  if (cue?.text) return { form: "mine", headline: named(cue.text), line, seat: cue.seat, news: true }
  return { form: "mine", headline: shared ? t().nameYourTurn(nameOf(view, stage, view.seat)) : t().yourTurn, line, seat: view.seat }
}

export function Prompt(props: Props): JSX.Element {
  const { model, stage, extra, onSkip, lost } = props
  const banner = bannerOf(props)
  const player = stage.players[banner.seat]
  return (
    <section class={`prompt ${banner.form}${banner.news ? " news" : ""}`}>
      <div class="words" onClick={() => banner.form === "telling" && onSkip?.()}>
        {/* What is told of nobody keeps the place of the sign, so that the words do not jump. */}
        {player ? <Swatch player={player} stage={stage} /> : banner.form === "telling" && <span class="swatch" />}
        {/* Another text is another element, and not one that jumps to its place. */}
        <p key={`${banner.form} ${banner.headline} ${banner.line}`} {...(banner.form === "refused" ? { role: "alert" as const } : {})}>
          <strong class="headline">{banner.headline}</strong> <span class="line">{banner.line}</span>
        </p>
      </div>
      {extra}
      {lost && (
        <p class="banner lost" role="status">
          <Icon name="offline" />
          <span>
            <strong class="headline">{lost[0]}</strong> <span class="line">{lost[1]}</span>
          </span>
        </p>
      )}
      {model.error.value && (
        <p class="error" role="alert">
          {model.error.value}
        </p>
      )}
    </section>
  )
}
