// What a search thinks of the game: the graph, the action that led here, and the mistakes.
import type { JSX } from "preact"
import type { Decision, Replay } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { Chart } from "./chart"
import type { Study } from "./study"

interface Props {
  study: Study
  replay: Replay
  at: number
  step: (to: number) => void
}

/** The nearest mistake after (1) or before (-1) a step; undefined where there is none. */
export function mistakeFrom(study: Study, at: number, way: 1 | -1): number | undefined {
  const moves = study.mistakes.value
  return way > 0 ? moves.find((move) => move > at) : moves.filter((move) => move < at).pop()
}

export function AnalysisPanel({ study, replay, at, step }: Props): JSX.Element {
  const found = study.found.value
  const running = study.running.value
  return (
    <section class="analysis" aria-label={t().analysis}>
      <div class="row">
        <h2>{t().analysis}</h2>
        {!running && !study.whole.value && (
          <button type="button" onClick={() => void study.start()}>
            {found ? t().analyseOn : t().analyse}
          </button>
        )}
        {running && (
          <button type="button" onClick={() => study.stop()}>
            {t().stop}
          </button>
        )}
      </div>
      {!found && !running && <p class="quiet">{t().analysisAbout}</p>}
      {running && (
        <label class="progress">
          <span>{t().judged(found?.decisions.length ?? 0, found?.total ?? 0)}</span>
          <progress max={found?.total || 1} value={found?.decisions.length ?? 0} />
        </label>
      )}
      {study.trouble.value && (
        <p class="trouble" role="alert">
          {study.trouble.value}
        </p>
      )}
      {found && found.decisions.length > 0 && <Chart replay={replay} found={found} at={at} step={step} />}
      {found && <Judged study={study} replay={replay} at={at} step={step} />}
      {found && <Worst study={study} replay={replay} at={at} step={step} />}
    </section>
  )
}

/** What is thought of the action that led to the step shown. */
function Judged({ study, replay, at, step }: Props): JSX.Element {
  const decision = study.byMove.value.get(at)
  const before = mistakeFrom(study, at, -1)
  const after = mistakeFrom(study, at, 1)
  const mistake = study.mistakes.value.includes(at)
  return (
    <div class={mistake ? "judged bad" : "judged"}>
      <div class="row">
        <button type="button" disabled={before === undefined} onClick={() => before !== undefined && step(before)}>
          {t().previousMistake}
        </button>
        <button type="button" disabled={after === undefined} onClick={() => after !== undefined && step(after)}>
          {t().nextMistake}
        </button>
      </div>
      <div aria-live="polite">
        {!decision && <p class="quiet">{at === 0 ? t().judgedNone : t().judgedNotYet}</p>}
        {decision && <Thought decision={decision} name={replay.stage.players[decision.seat]?.name ?? ""} mistake={mistake} />}
      </div>
    </div>
  )
}

function Thought({ decision, name, mistake }: { decision: Decision; name: string; mistake: boolean }): JSX.Element {
  return (
    <>
      <p>
        {mistake && <strong>{t().mistake}. </strong>}
        {decision.better ? t().botChoice(decision.words ?? "") : t().botAgrees}
      </p>
      <dl class="facts">
        <div>
          <dt>{t().bestFor(name)}</dt>
          <dd>{t().percent(decision.before)}</dd>
        </div>
        <div>
          <dt>{t().playedFor}</dt>
          <dd>{t().percent(decision.after)}</dd>
        </div>
        <div>
          <dt>{t().regret}</dt>
          <dd>{t().lost(decision.before, decision.after)}</dd>
        </div>
      </dl>
    </>
  )
}

/** The worst mistakes in words. */
function Worst({ study, replay, step }: Props): JSX.Element | null {
  const worst = study.worst.value
  if (worst.length === 0) return study.whole.value ? <p class="quiet">{t().noMistakes}</p> : null
  return (
    <>
      <h3>{t().worst}</h3>
      <ol class="worst">
        {worst.map((decision) => (
          <li key={decision.move}>
            <button type="button" class="plain" onClick={() => step(decision.move)}>
              {t().worstLine(
                decision.move,
                replay.frames[decision.move]?.words ?? "",
                decision.words ?? "",
                decision.before,
                decision.after,
              )}
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}
