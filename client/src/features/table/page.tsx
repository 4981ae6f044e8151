// The table page: prompt, boards, players, log and chat.
import type { JSX } from "preact"
import { useEffect, useMemo, useState } from "preact/hooks"
import { t } from "../../i18n/texts"
import { endReason } from "../../scene/scores"
import { navigate } from "../../router"
import { themeClasses, themeColours } from "../../board/theme"
import { useWhere } from "../../ui/where"
import { Coach } from "../coach/coach"
import { Announcer } from "../story/announcer"
import { AwayRecap } from "../story/recap"
import { Boards, heldCount } from "./boards"
import { DeviceNotice } from "../seating/devices"
import { Actions } from "./dock"
import { Handover } from "../seating/handover"
import { useHint } from "./hint"
import { TableModel } from "./model"
import { withNames } from "./names"
import { Panel, Undo } from "./panel"
import { Prompt } from "./prompt"
import { LiveScores, Result, ResultActions } from "./result"
import { Seats } from "./seats"
import { Side } from "./side"
import { useKeyboard } from "./useKeyboard"
import { Waiting } from "../seating/waiting"

/** Returns the token of a link to a seat or to the table; it is in the fragment, which browsers do not send to any server. */
function linkToken(kind: "invitation" | "table"): string {
  return new URLSearchParams(location.hash.slice(1)).get(kind) ?? ""
}

export function TablePage({ id }: { id: string }): JSX.Element {
  const model = useMemo(() => new TableModel(id), [id])
  const [sheet, setSheet] = useState<number | null>(null)
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
  const view = model.shown.value
  const stage = model.stage.value
  const info = model.info.value
  const hint = useHint(model, view, info)
  const mine = view !== null && view.seat >= 0 && view.seats[view.seat]?.acting === true
  useEffect(() => {
    if (info) document.title = `${mine ? `● ${t().yourTurn} · ` : ""}${info.title} · ${t().name}`
  }, [info, mine])
  const prompt = mine && model.canChoose.value ? `${t().yourTurn}. ${view?.scene.prompt ?? ""}` : ""
  useEffect(() => model.director.announce(prompt), [prompt])
  const facts =
    view && stage ? Object.entries(view.scene.facts ?? {}).map(([name, value]) => `${name} ${withNames(view, stage, value)}`) : []
  useWhere(info?.game ?? "", info?.title ?? "", facts.join(" · "))
  if (model.fatalError.value)
    return (
      <p class="notice" role="alert">
        {model.fatalError.value} <a href="/">{t().home}</a>
      </p>
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
      {model.connection.value !== "open" && (
        <p class="banner" role="status">
          {t().connection[model.connection.value]}
        </p>
      )}
      <DeviceNotice model={model} view={view} />
      <Announcer announcements={model.director.announcements} text={(text) => withNames(view, stage, text)} />
      <AwayRecap model={model} view={view} stage={stage} />
      <div class={`play ${themeClasses(stage.theme)}`}>
        <Prompt
          model={model}
          view={view}
          stage={stage}
          extra={hint.button}
          shared={info.mine.length > 1}
          reason={withNames(view, stage, endReason(model.log.value))}
          onSkip={() => model.skip()}
        />
        <Coach model={model} view={view} info={info} />
        {hint.box}
        {view.status === "open" && <Waiting model={model} view={view} stage={stage} info={info} />}
        <Boards model={model} view={view} stage={stage} sheet={sheet} onShow={setSheet}>
          <Actions model={model} held={heldCount(view, stage, sheet)}>
            {view.status === "over" && <ResultActions model={model} view={view} stage={stage} info={info} />}
            <Undo model={model} view={view} />
          </Actions>
        </Boards>
      </div>
      <Side shown={view.status === "over"}>
        <Seats model={model} view={view} stage={stage} sheet={sheet} onShow={setSheet} />
        {view.status === "over" && <Result model={model} view={view} stage={stage} info={info} />}
        <LiveScores view={view} stage={stage} />
        <Panel model={model} view={view} stage={stage} info={info} />
      </Side>
    </div>
  )
}
