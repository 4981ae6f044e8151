// The analysis panel: the chart, the verdict on the current action, and the worst mistakes.
import type { JSX } from "preact"
import type { Decision, Replay } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { Chances } from "./chances"
import type { Study } from "./study"

interface Props {
  study: Study
  replay: Replay
  at: number
  step: (to: number) => void
}

/** Returns the nearest mistake after (1) or before (-1) a step, if any. */
export function mistakeFrom(study: Study, at: number, direction: 1 | -1): number | undefined {
  const moves = study.mistakes.value
  return direction > 0 ? moves.find((move) => move > at) : moves.filter((move) => move < at).pop()
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
            {found ? t().resumeAnalysis : t().analyse}
          </button>
        )}
        {running && (
          <button type="button" onClick={() => study.stop()}>
            {t().stop}
          </button>
        )}
      </div>
      {!found && !running && <p class="muted">{t().analysisAbout}</p>}
      {running && (
        <label class="progress">
          <span>{t().analysisProgress(found?.decisions.length ?? 0, found?.total ?? 0)}</span>
          <progress max={found?.total || 1} value={found?.decisions.length ?? 0} />
        </label>
      )}
      {study.error.value && (
        <p class="error" role="alert">
          {study.error.value}
        </p>
      )}
      {found && found.decisions.length > 0 && <Chances replay={replay} found={found} at={at} step={step} />}
      {found && <Verdict study={study} replay={replay} at={at} step={step} />}
      {found && <WorstMistakes study={study} replay={replay} at={at} step={step} />}
    </section>
  )
}

/** The verdict on the action that led to the current step. */
function Verdict({ study, replay, at, step }: Props): JSX.Element {
  const decision = study.byMove.value.get(at)
  const before = mistakeFrom(study, at, -1)
  const after = mistakeFrom(study, at, 1)
  const mistake = study.mistakes.value.includes(at)
  return (
    <div class={mistake ? "verdict bad" : "verdict"}>
      <div class="row">
        <button type="button" disabled={before === undefined} onClick={() => before !== undefined && step(before)}>
          {t().previousMistake}
        </button>
        <button type="button" disabled={after === undefined} onClick={() => after !== undefined && step(after)}>
          {t().nextMistake}
        </button>
      </div>
      <div aria-live="polite">
        {!decision && <p class="muted">{at === 0 ? t().analysisStart : t().notAnalysed}</p>}
        {decision && <DecisionView decision={decision} name={replay.stage.players[decision.seat]?.name ?? ""} mistake={mistake} />}
      </div>
    </div>
  )
}

function DecisionView({ decision, name, mistake }: { decision: Decision; name: string; mistake: boolean }): JSX.Element {
  return (
    <>
      <p>
        {mistake && <strong>{t().mistake}. </strong>}
        {decision.better ? t().betterMove(decision.words ?? "") : t().botAgrees}
      </p>
      <dl class="facts">
        <div>
          <dt>{t().bestResult(name)}</dt>
          <dd>{t().percent(decision.before)}</dd>
        </div>
        <div>
          <dt>{t().playedResult}</dt>
          <dd>{t().percent(decision.after)}</dd>
        </div>
        <div>
          <dt>{t().lossLabel}</dt>
          <dd>{decision.points ? t().pointsLost(decision.points) : t().loss(decision.before, decision.after)}</dd>
        </div>
      </dl>
    </>
  )
}

function worstText(decision: Decision, words: string): string {
  const played = words.replace(/[.!]?$/, ".")
  const better = decision.words ?? ""
  if (decision.points) return t().worstWaste(decision.move, played, better, t().pointsLost(decision.points))
  return t().worstMistake(decision.move, played, better, decision.before, decision.after)
}

/** The worst mistakes, one sentence each. */
function WorstMistakes({ study, replay, step }: Props): JSX.Element | null {
  const worst = study.worst.value
  if (worst.length === 0) return study.whole.value ? <p class="muted">{t().noMistakes}</p> : null
  return (
    <>
      <h3>{t().worstMistakes}</h3>
      <ol class="worst">
        {worst.map((decision) => (
          <li key={decision.move}>
            <button type="button" class="plain" onClick={() => step(decision.move)}>
              {worstText(decision, replay.frames[decision.move]?.words ?? "")}
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}
