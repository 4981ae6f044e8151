// A table: boards, trays, players, what to do, and what has happened.
import type { JSX } from "preact"
import { useEffect, useMemo, useState } from "preact/hooks"
import { Area } from "./boards"
import { Handover } from "./handover"
import { useHint } from "./hint"
import { Panel } from "./panel"
import { Prompt } from "./prompt"
import { Again, Result } from "./result"
import { Seats } from "./seats"
import { Waiting } from "./waiting"
import { useKeys } from "./useKeyboard"
import { TableModel } from "./model"
import { go } from "../../router"
import { t } from "../../i18n/texts"

/** The token of an invitation is behind the # of a link, so that no server on the way sees it. */
function invitation(): string {
  return new URLSearchParams(location.hash.slice(1)).get("invitation") ?? ""
}

export function TablePage({ id }: { id: string }): JSX.Element {
  const model = useMemo(() => new TableModel(id), [id])
  const [sheet, show] = useState<number | null>(null)
  useEffect(() => {
    const token = invitation()
    void model.open().then(async () => {
      if (!token) return
      go(location.pathname, true)
      if (model.info.value?.mine.length === 0) await model.sit(null, token)
    })
    return () => model.close()
  }, [model])
  useKeys(model)
  const view = model.view.value
  const stage = model.stage.value
  const info = model.info.value
  const hint = useHint(model, view, info)
  const mine = view !== null && view.seat >= 0 && view.seats[view.seat]?.acting === true
  useEffect(() => {
    if (info) document.title = `${mine ? `● ${t().yourTurn} · ` : ""}${info.title} · ${t().name}`
  }, [info, mine])
  if (model.gone.value)
    return (
      <p class="notice" role="alert">
        {model.gone.value} <a href="/">{t().home}</a>
      </p>
    )
  if (!view || !stage || !info)
    return (
      <p class="notice" role="status">
        {model.link.value === "opening" ? t().loading : t().links[model.link.value]}
      </p>
    )
  if (model.handover.value >= 0) return <Handover model={model} view={view} stage={stage} />
  return (
    <div class={`table game-${info.game}`} aria-busy={model.busy.value}>
      <h1 class="hidden">{info.title}</h1>
      {model.link.value !== "open" && (
        <p class="banner" role="status">
          {t().links[model.link.value]}
        </p>
      )}
      <div class="play">
        <Prompt
          model={model}
          view={view}
          stage={stage}
          more={hint.button}
          then={view.status === "over" && <Again model={model} view={view} stage={stage} info={info} />}
        />
        {hint.box}
        {view.status === "open" && <Waiting model={model} view={view} info={info} />}
        <Area model={model} view={view} stage={stage} sheet={sheet} show={show} />
      </div>
      <aside class="beside">
        <Seats model={model} view={view} stage={stage} sheet={sheet} show={show} />
        {view.status === "over" && <Result view={view} stage={stage} info={info} />}
        <Panel model={model} view={view} stage={stage} info={info} />
      </aside>
    </div>
  )
}
