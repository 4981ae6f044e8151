// The replay player: steps through a game by buttons, keys, a slider or automatically.
import type { JSX } from "preact"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Frame, Replay } from "../../api/protocol"
import { Swatch } from "../../pieces/swatch"
import { themeClasses, themeColours } from "../../pieces/theme"
import { t } from "../../i18n/texts"
import { withoutPlaced } from "../../scene/playback"
import { soundOf } from "../../scene/sound-cues"
import { soundsOn, speed } from "../../ui/settings"
import { playSounds } from "../../ui/sounds"
import { useWhere } from "../../ui/where"
import { Announcer } from "../story/announcer"
import { Director } from "../table/director"
import { withPlayers } from "../table/names"
import { AnalysisPanel, mistakeFrom } from "./analysis"
import { PlayFromHere } from "./branch"
import { MoveList, Position, Standings } from "./position"
import { Study } from "./study"

/** Milliseconds between two steps while playing, and per step where nothing is told. */
const gap = 250
const stepDuration = 1100

/** Returns a replay with the names of its players instead of those of the seats. */
function withPlayerNames(replay: Replay, names: readonly string[]): Replay {
  const named = (text: string): string => withPlayers(replay.stage, names, text)
  const frames = replay.frames.map((frame) => ({
    ...frame,
    words: named(frame.words ?? ""),
    beats: (frame.beats ?? []).map((beat) => (beat.text ? { ...beat, text: named(beat.text) } : beat)),
  }))
  const players = replay.stage.players.map((player, seat) => ({ ...player, name: names[seat] || player.name }))
  return { ...replay, frames, stage: { ...replay.stage, players } }
}

interface Props {
  replay: Replay
  record: string
  names: readonly string[]
  /** Whether the analysis starts at once. */
  analyseNow: boolean
}

export function ReplayPlayer({ replay: given, record, names, analyseNow }: Props): JSX.Element {
  const replay = useMemo(() => withPlayerNames(given, names), [given, names])
  const last = replay.frames.length - 1
  const [at, setAt] = useState(0)
  // Keys may arrive faster than the page renders, and must not count from an outdated step.
  const latest = useRef(0)
  const [playing, setPlaying] = useState(false)
  /** Whether it has been told how the game was set up. */
  const opened = useRef(false)
  const [sheet, setSheet] = useState(0)
  const study = useMemo(() => new Study(record, (text) => withPlayers(given.stage, names, text)), [record])
  const director = useMemo(() => {
    const made = new Director<Frame>({
      speed: () => speed.value,
      onBeat: (beat) => {
        const sound = soundsOn.value ? soundOf(beat, -1, false) : null
        if (sound) playSounds([sound])
      },
    })
    const [first] = replay.frames
    if (first) made.show(first)
    return made
  }, [replay])
  const move = (to: number): void => {
    const before = latest.current
    latest.current = Math.max(0, Math.min(last, to))
    setAt(latest.current)
    const frame = replay.frames[latest.current]
    if (!frame) return
    director.skip()
    if (latest.current === before + 1) director.push({ after: frame, beats: frame.beats ?? [], own: false, viewer: -1 })
    else {
      director.show(frame)
      director.announce(frame.words || t().startPosition)
    }
    // The sheet of the seat that acts is the one to look at.
    if (frame.seat !== undefined && frame.seat >= 0) setSheet(frame.seat)
  }
  const step = (to: number): void => {
    setPlaying(false)
    move(to)
  }
  useEffect(() => () => director.close(), [director])
  useEffect(() => {
    if (analyseNow) void study.start()
    return () => study.stop()
  }, [study])
  const telling = director.playing.value
  useEffect(() => {
    if (!playing) return
    if (at >= last) {
      setPlaying(false)
      return
    }
    if (telling) return
    const [start] = replay.frames
    if (at === 0 && !opened.current && start?.beats?.length) {
      opened.current = true
      const empty = { ...start, scene: withoutPlaced(start.scene, start.beats) }
      director.retell(empty, [{ after: start, beats: start.beats, own: false, viewer: -1 }])
      // Switched off, it is over at once.
      if (speed.value !== "off") return
    }
    const told = speed.value !== "off" && (replay.frames[at]?.beats?.length ?? 0) > 0
    const timer = setTimeout(() => move(at + 1), told || at === 0 ? gap : stepDuration)
    return () => clearTimeout(timer)
  }, [playing, at, telling])
  // A layout effect, so that keys count as soon as the page appears.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return
      const to = {
        ArrowLeft: latest.current - 1,
        ArrowRight: latest.current + 1,
        Home: 0,
        End: last,
        n: mistakeFrom(study, latest.current, 1),
        p: mistakeFrom(study, latest.current, -1),
      }[event.key]
      if (to === undefined) return
      event.preventDefault()
      step(to)
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [study])
  const frame = director.shown.value
  const cue = director.cue.value
  const actor = replay.stage.players[cue ? (cue.beat.seat ?? -1) : (frame?.seat ?? -1)]
  useWhere(replay.game, replay.title, [t().step(at, last)])
  if (!frame) return <p class="notice">{t().nothingYet}</p>
  return (
    <section class="table">
      <div class={`play ${themeClasses(replay.stage.theme)}`} style={themeColours(replay.stage.theme)}>
        <h1 class="hidden">{replay.title}</h1>
        <div class="prompt telling">
          <div class="words" onClick={() => director.skip()}>
            {actor && <Swatch player={actor} stage={replay.stage} />}
            <p>
              <strong class="headline">{cue?.text || replay.frames[at]?.words || t().startPosition}</strong>
            </p>
          </div>
          <Announcer announcements={director.announcements} text={(text) => text} />
        </div>
        <Position replay={replay} frame={frame} sheet={sheet} at={at} cue={director.cue} better={study.byMove.value.get(at)?.cells ?? []} />
      </div>
      <aside class="sidebar">
        <div class="controls" role="group" aria-label={t().replay}>
          <button type="button" aria-label={t().first} disabled={at === 0} onClick={() => step(0)}>
            <Icon name="first" />
          </button>
          <button type="button" aria-label={t().previous} disabled={at === 0} onClick={() => step(at - 1)}>
            <Icon name="previous" />
          </button>
          <button type="button" class="main" onClick={() => setPlaying(!playing)}>
            {playing ? t().pause : t().play}
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
        {replay.real_dice && <p class="muted">{t().realDiceRecord}</p>}
        <PlayFromHere replay={replay} frame={frame} record={record} at={at} />
        <AnalysisPanel study={study} replay={replay} at={at} step={step} />
        <Standings replay={replay} frame={frame} sheet={sheet} onShow={setSheet} />
        <MoveList replay={replay} at={at} mistakes={study.mistakes.value} step={step} />
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
