// The coach: tips in the first turns of somebody's first table of a game, in a strip whose place is reserved.
import type { JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { fetchGames } from "../../api/http"
import type { Stage, TableInfo, TableView } from "../../api/protocol"
import { activeLanguage, t } from "../../i18n/texts"
import { useLoad } from "../../ui/loading"
import { coachOn } from "../../ui/settings"
import type { TableModel } from "../table/model"
import { idsAbout } from "./about"
import { finishCoach, isCoached, nextTip, rememberTip, shownTips, type Situation } from "./progress"

interface Props {
  model: TableModel
  view: TableView
  stage: Stage
  info: TableInfo
}

export function Coach({ model, view, stage, info }: Props): JSX.Element | null {
  const over = view.status === "over"
  const playing = view.seat >= 0 && !over
  useEffect(() => {
    if (view.seat >= 0 && over) finishCoach(info.game)
  }, [over])
  return playing && coachOn.value && !isCoached(info.game) ? <Strip model={model} view={view} stage={stage} info={info} /> : null
}

function Strip({ model, view, stage, info }: Props): JSX.Element | null {
  const games = useLoad(fetchGames, [activeLanguage.value])
  const [current, setCurrent] = useState(() => Math.max(-1, ...shownTips(info.game)))
  const tips = games.value?.find((game) => game.name === info.game)?.coach ?? []
  const lines = model.toldLog.value
  const acted = model.log.value.filter((line) => line.kind === "action" && line.seat === view.seat).length
  // A tip that was shown before the page was loaded stays until the player acts.
  const actedBefore = useRef(acted)
  const choosing = view.seats[view.seat]?.acting === true && model.canChoose.value
  const now: Situation = {
    prompt: choosing ? view.scene.prompt : "",
    beats: new Set(lines.flatMap((line) => (line.beats ?? []).map((beat) => beat.kind))),
  }
  const next = nextTip(tips, shownTips(info.game), now)
  const advance = (): void => {
    if (next < 0) return
    setCurrent(next)
    actedBefore.current = acted
    rememberTip(info.game, next)
  }
  useEffect(() => {
    if (tips.length > 0 && shownTips(info.game).size === tips.length) finishCoach(info.game)
  }, [tips.length])
  useEffect(() => {
    if (current < 0 || (choosing && acted !== actedBefore.current)) advance()
  }, [tips.length, choosing, acted, now.prompt])
  // Until the player has followed the tip, what it speaks of is marked.
  const about = acted === actedBefore.current ? (tips[current]?.about ?? []) : []
  useEffect(() => {
    model.coached.value = idsAbout(about, stage, view.scene, view.seat, model.candidates.value.next)
  }, [about.join(), view.scene])
  useEffect(() => () => void (model.coached.value = []), [])
  if (games.error || (games.value && tips.length === 0)) return null
  const last = next < 0 && shownTips(info.game).size === tips.length
  return (
    <aside class="coach" aria-label={t().coach}>
      <p aria-live="polite">{tips[current]?.text}</p>
      <div class="coach-buttons">
        {next >= 0 && (
          <button type="button" class="plain" onClick={advance}>
            {t().nextTip}
          </button>
        )}
        <button type="button" class="plain" onClick={() => finishCoach(info.game)}>
          {last ? t().gotIt : t().noMoreTips}
        </button>
      </div>
    </aside>
  )
}
