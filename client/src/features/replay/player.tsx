// Steps through a game: by buttons, keys, a slider or by itself.
import type { JSX } from "preact"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Replay } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { AnalysisPanel, mistakeFrom } from "./analysis"
import { PlayFromHere } from "./branch"
import { Moves, Picture, Standing } from "./picture"
import { Study } from "./study"

const pace = 1100

interface Props {
  replay: Replay
  record: string
  names: readonly string[]
  /** Whether the analysis begins at once. */
  analysed: boolean
}

export function Player({ replay, record, names, analysed }: Props): JSX.Element {
  const last = replay.frames.length - 1
  const [at, go] = useState(0)
  // Keys that are pressed faster than the page is drawn must not count from an old step.
  const place = useRef(0)
  const [running, run] = useState(false)
  const [sheet, show] = useState(0)
  const study = useMemo(() => new Study(record), [record])
  const move = (to: number): void => {
    place.current = Math.max(0, Math.min(last, to))
    go(place.current)
  }
  const step = (to: number): void => {
    run(false)
    move(to)
    // A mistake is to be seen on the sheet of whoever made it.
    const seat = replay.frames[to]?.seat
    if (seat !== undefined && study.mistakes.value.includes(to)) show(seat)
  }
  useEffect(() => {
    if (analysed) void study.start()
    return () => study.stop()
  }, [study])
  useEffect(() => {
    if (!running) return
    if (at >= last) {
      run(false)
      return
    }
    const timer = setTimeout(() => move(at + 1), pace)
    return () => clearTimeout(timer)
  }, [running, at])
  // At once: a key pressed right after the page appears counts.
  useLayoutEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return
      const to = {
        ArrowLeft: place.current - 1,
        ArrowRight: place.current + 1,
        Home: 0,
        End: last,
        n: mistakeFrom(study, place.current, 1),
        p: mistakeFrom(study, place.current, -1),
      }[event.key]
      if (to === undefined) return
      event.preventDefault()
      step(to)
    }
    addEventListener("keydown", key)
    return () => removeEventListener("keydown", key)
  }, [study])
  const frame = replay.frames[at]
  if (!frame) return <p class="notice">{t().nothingYet}</p>
  return (
    <section class="table">
      <div class="play">
        <div class="prompt">
          <h1 class="words">{replay.title}</h1>
          <p aria-live="polite">{frame.words || t().beginning}</p>
        </div>
        <Picture replay={replay} frame={frame} sheet={sheet} better={study.byMove.value.get(at)?.cells ?? []} />
      </div>
      <aside class="beside">
        <div class="controls" role="group" aria-label={t().replay}>
          <button type="button" aria-label={t().first} disabled={at === 0} onClick={() => step(0)}>
            <Icon name="first" />
          </button>
          <button type="button" aria-label={t().previous} disabled={at === 0} onClick={() => step(at - 1)}>
            <Icon name="previous" />
          </button>
          <button type="button" class="main" onClick={() => run(!running)}>
            {running ? t().pause : t().play}
          </button>
          <button type="button" aria-label={t().next} disabled={at === last} onClick={() => step(at + 1)}>
            <Icon name="next" />
          </button>
          <button type="button" aria-label={t().last} disabled={at === last} onClick={() => step(last)}>
            <Icon name="last" />
          </button>
          <label class="scrub">
            <span>{t().step(at, last)}</span>
            <input type="range" min={0} max={last} value={at} onInput={(event) => step(event.currentTarget.valueAsNumber)} />
          </label>
        </div>
        <PlayFromHere replay={replay} frame={frame} record={record} at={at} />
        <AnalysisPanel study={study} replay={replay} at={at} step={step} />
        <Standing replay={replay} frame={frame} sheet={sheet} names={names} show={show} />
        <Moves replay={replay} at={at} mistakes={study.mistakes.value} step={step} />
      </aside>
    </section>
  )
}

const icons = { first: "M7-8L-3 0L7 8ZM-7-8V8", previous: "M5-8L-5 0L5 8Z", next: "M-5-8L5 0L-5 8Z", last: "M-7-8L3 0L-7 8ZM7-8V8" }

function Icon({ name }: { name: keyof typeof icons }): JSX.Element {
  return (
    <svg viewBox="-12 -12 24 24" width="20" height="20" aria-hidden="true">
      <path d={icons[name]} fill="currentColor" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
    </svg>
  )
}
