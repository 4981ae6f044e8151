// The log, by turn and player; a line lights up what it is about.
import type { JSX } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import type { LogLine, Stage, TableInfo, TableView } from "../../api/protocol"
import { Swatch } from "../../pieces/swatch"
import { t } from "../../i18n/texts"
import { groupLog, idsOf, type LogGroup } from "../../scene/since"
import type { TableModel } from "../table/model"
import { deedText, lineText, nameOf } from "../table/names"

interface Props {
  model: TableModel
  view: TableView
  stage: Stage
  info: TableInfo
}

/** Loads the lines of the log before those that are shown. */
export function Earlier({ model }: { model: TableModel }): JSX.Element | null {
  if (!model.hasEarlier.value) return null
  return (
    <button type="button" class="earlier" onClick={() => void model.showEarlier()}>
      {t().showEarlier}
    </button>
  )
}

export function Log({ model, view, stage, info }: Props): JSX.Element {
  const box = useRef<HTMLOListElement>(null)
  /** The line that the Tab key reaches; arrow keys move on to the others. */
  const [focus, setFocus] = useState(0)
  const lines = model.toldLog.value.filter((line) => line.kind !== "chat")
  // Before the paint; scrolling afterwards would paint the page twice. Earlier lines do not move those that are read.
  const last = lines[lines.length - 1]?.n ?? 0
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [last])
  // A sheet that opens makes it lower.
  useLayoutEffect(() => {
    const list = box.current
    if (!list) return
    const observer = new ResizeObserver(() => (list.scrollTop = list.scrollHeight))
    observer.observe(list)
    return () => observer.disconnect()
  }, [])
  const tabStop = lines.some((line) => line.n === focus) ? focus : last
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const all = [...(box.current?.querySelectorAll<HTMLElement>("[data-line]") ?? [])]
    const at = all.findIndex((one) => one === event.target)
    const to = step === undefined || at < 0 ? undefined : all[at + step]
    if (!to) return
    event.preventDefault()
    to.focus()
  }
  return (
    <section class="log">
      {info.real_dice && <p class="muted">{t().realDiceLog}</p>}
      {info.begun > 0 && <p class="muted">{t().continued(info.begun)}</p>}
      {lines.length === 0 && !model.hasEarlier.value && <p class="muted">{t().nothingYet}</p>}
      <Earlier model={model} />
      <ol ref={box} aria-label={t().log} onKeyDown={move}>
        {groupLog(lines, view.seat).map((group) => (
          <Group key={group.lines[0]?.n} model={model} view={view} stage={stage} group={group} tabStop={tabStop} onFocus={setFocus} />
        ))}
      </ol>
    </section>
  )
}

interface GroupProps extends Omit<Props, "info"> {
  group: LogGroup
  tabStop: number
  onFocus: (n: number) => void
}

function Group({ model, view, stage, group, tabStop, onFocus }: GroupProps): JSX.Element {
  const player = stage.players[group.seat]
  return (
    <>
      {group.since && (
        <li class="since-rule">
          <span>{t().sinceLastTurn}</span>
        </li>
      )}
      <li class={group.seat >= 0 ? "group" : `group event ${group.lines[0]?.kind ?? ""}`}>
        {player && (
          <p class="who-acts">
            <Swatch player={player} stage={stage} /> {nameOf(view, stage, group.seat)}
          </p>
        )}
        {group.lines.map((line) => (
          <Line
            key={line.n}
            model={model}
            line={line}
            text={group.seat >= 0 ? deedText(line, view, stage) : lineText(line, view, stage)}
            tabbed={line.n === tabStop}
            onFocus={onFocus}
          />
        ))}
      </li>
    </>
  )
}

interface LineProps {
  model: TableModel
  line: LogLine
  text: string
  tabbed: boolean
  onFocus: (n: number) => void
}

function Line({ model, line, text, tabbed, onFocus }: LineProps): JSX.Element {
  const light = (): void => {
    model.highlighted.value = idsOf(line)
  }
  const unlight = (): void => {
    model.highlighted.value = []
  }
  return (
    <p
      data-line={line.n}
      tabIndex={tabbed ? 0 : -1}
      onMouseEnter={light}
      onMouseLeave={unlight}
      onFocus={() => {
        onFocus(line.n)
        light()
      }}
      onBlur={unlight}
    >
      {text}
    </p>
  )
}
