// The table page: prompt, boards, players, log and chat.
import type { JSX } from "preact"
import { useEffect, useMemo, useState } from "preact/hooks"
import { t } from "../../i18n/texts"
import { endReason } from "../../scene/scores"
import { navigate } from "../../router"
import { themeClasses, themeColours } from "../../pieces/theme"
import { narrow, sideways } from "../../ui/media"
import { useWhere } from "../../ui/where"
import { Coach } from "../coach/coach"
import { DicePad } from "../dice/pad"
import { Announcer } from "../story/announcer"
import { AwayRecap } from "../story/recap"
import { Boards, heldCount } from "./boards"
import { AskName } from "../seating/ask-name"
import { DeviceNotice } from "../seating/devices"
import { Actions } from "./dock"
import { Handover } from "../seating/handover"
import { useHint } from "./hint"
import { TableModel } from "./model"
import { factText, nameOf, withNames } from "./names"
import { Panel, Undo } from "./panel"
import { Prompt } from "./prompt"
import { headline, LiveScores, Result, ResultActions } from "./result"
import { Seats } from "./seats"
import { Side } from "./side"
import { useKeyboard } from "./useKeyboard"
import { useRenaming } from "../seating/renaming"
import { Waiting } from "../seating/waiting"

/** Returns the token of a link to a seat or to the table; it is in the fragment, which browsers do not send to any server. */
function linkToken(kind: "invitation" | "table"): string {
  return new URLSearchParams(location.hash.slice(1)).get(kind) ?? ""
}

export function TablePage({ id }: { id: string }): JSX.Element {
  const model = useMemo(() => new TableModel(id), [id])
  const [sheet, setSheet] = useState<number | null>(null)
  const [sideOpen, setSideOpen] = useState(false)
  useEffect(() => {
    const invitation = linkToken("invitation")
    const token = invitation || linkToken("table")
    void model.open(token).then(async () => {
      if (!token) return
      navigate(location.pathname, true)
      if (invitation && model.info.value?.mine.length === 0) await model.sit(null, invitation)
    })
    return () => model.close()
  }, [model])
  useKeyboard(model, () => model.skip())
  useRenaming(model)
  const view = model.shown.value
  const stage = model.stage.value
  const info = model.info.value
  const hint = useHint(model, view, info)
  const mine = view !== null && view.seat >= 0 && view.seats[view.seat]?.acting === true
  useEffect(() => {
    if (info) document.title = `${mine ? `● ${t().yourTurn} · ` : ""}${info.title} · ${t().name}`
  }, [info, mine])
  const shared = (info?.mine.length ?? 0) > 1
  const turn = shared && view && stage ? t().nameYourTurn(nameOf(view, stage, view.seat)) : t().yourTurn
  const prompt = mine && model.canChoose.value ? `${turn}. ${view?.scene.prompt ?? ""}` : ""
  useEffect(() => model.director.announce(prompt), [prompt])
  const outcome = view?.status === "over" && stage && !model.director.playing.value ? headline(view, stage, shared) : ""
  useEffect(() => model.director.announce(outcome), [outcome])
  // The dock of a phone held upright has no room for it.
  const undoInBanner = narrow.value && !sideways.value
  // At the end the banner says why.
  const facts =
    view && stage && view.status !== "over"
      ? Object.entries(view.scene.facts ?? {}).map(([name, value]) => factText(name, withNames(view, stage, value)))
      : []
  useWhere(info?.game ?? "", info?.title ?? "", facts)
  if (model.fatalError.value)
    return (
      <div class="notice" role="alert">
        <p>{model.fatalError.value}</p>
        <a class="button main" href="/">
          {t().home}
        </a>
      </div>
    )
  if (!view || !stage || !info)
    return (
      <p class="notice" role="status">
        {model.connection.value === "opening" ? t().loading : t().connection[model.connection.value]}
      </p>
    )
  if (model.handover.value >= 0) return <Handover model={model} view={view} stage={stage} />
  return (
    <div class={`table live game-${info.game}`} aria-busy={model.busy.value} style={themeColours(stage.theme)}>
      <h1 class="hidden">{info.title}</h1>
      <DeviceNotice model={model} view={view} />
      <Announcer announcements={model.director.announcements} text={(text) => withNames(view, stage, text)} />
      <AwayRecap model={model} view={view} stage={stage} />
      <DicePad entry={model.dice} text={(text) => withNames(view, stage, text)} />
      <div class={`play ${themeClasses(stage.theme)}`}>
        <Prompt
          model={model}
          view={view}
          stage={stage}
          extra={
            <>
              {hint.button}
              {undoInBanner && <Undo model={model} view={view} />}
            </>
          }
          shared={shared}
          lost={model.connection.value === "open" ? undefined : t().connectionBanner[model.connection.value]}
          reason={withNames(view, stage, endReason(model.log.value))}
          onSkip={() => model.skip()}
        />
        <AskName view={view} stage={stage} info={info} />
        <Coach model={model} view={view} stage={stage} info={info} />
        {hint.box}
        {view.status === "open" && <Waiting model={model} view={view} stage={stage} info={info} />}
        <Boards model={model} view={view} stage={stage} sheet={sheet} onShow={setSheet} shared={shared}>
          <Actions model={model} held={heldCount(view, stage, sheet)} text={(label) => withNames(view, stage, label)}>
            {view.status === "over" && (
              <ResultActions model={model} view={view} stage={stage} info={info} onResult={() => setSideOpen(true)} />
            )}
            {!undoInBanner && <Undo model={model} view={view} />}
          </Actions>
        </Boards>
      </div>
      <Side over={view.status === "over"} open={sideOpen} setOpen={setSideOpen}>
        <Seats model={model} view={view} stage={stage} sheet={sheet} onShow={setSheet} />
        {view.status === "over" && <Result model={model} view={view} stage={stage} info={info} />}
        <LiveScores view={view} stage={stage} info={info} />
        <Panel model={model} view={view} stage={stage} info={info} />
      </Side>
    </div>
  )
}
