// The panel beside the board: pending question, commands, log, chat and legend.
import type { JSX } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import type { LogLine, Stage, TableInfo, TableView } from "../../api/protocol"
import { Symbol } from "../../board/symbol"
import { t } from "../../i18n/texts"
import { DevicesPanel } from "./devices"
import type { TableModel } from "./model"
import { nameOf, withNames } from "./names"

interface Props {
  model: TableModel
  view: TableView
  stage: Stage
  info: TableInfo
}

export function Panel(props: Props): JSX.Element {
  return (
    <div class="panel">
      <Question {...props} />
      <Commands {...props} />
      <Log {...props} />
      <Chat {...props} />
      <DevicesPanel {...props} />
      <Legend {...props} />
    </div>
  )
}

function Question({ model, view, stage }: Props): JSX.Element | null {
  const question = view.ask
  if (!question) return null
  const own = question.seat === view.seat
  const answer = (yes: boolean): void => void model.send("answer", { seat: view.seat, yes })
  return (
    <div class="question" role="alert">
      <p>{t().questions[question.what](nameOf(view, stage, question.seat))}</p>
      {own && (
        <button type="button" onClick={() => answer(false)}>
          {t().withdraw}
        </button>
      )}
      {question.waiting.includes(view.seat) && !own && (
        <>
          <button type="button" class="main" onClick={() => answer(true)}>
            {t().agree}
          </button>
          <button type="button" onClick={() => answer(false)}>
            {t().refuse}
          </button>
        </>
      )}
    </div>
  )
}

function Commands({ model, view, info }: Props): JSX.Element | null {
  const [resigning, setResigning] = useState(false)
  if (view.seat < 0 || view.status === "over") return null
  const body = { seat: view.seat }
  if (view.status === "open")
    return (
      <div class="commands">
        <button type="button" class="plain" onClick={() => void model.send("leave", body)}>
          {t().leave}
        </button>
      </div>
    )
  const people = view.seats.filter((seat, n) => seat.kind === "human" && !info.mine.includes(n)).length
  if (resigning) {
    return (
      <div class="commands" role="alertdialog" aria-label={t().resignSure}>
        <span>{t().resignSure}</span>
        <button
          type="button"
          class="danger"
          onClick={() => {
            setResigning(false)
            void model.send("resign", body)
          }}
        >
          {t().resign}
        </button>
        <button type="button" onClick={() => setResigning(false)}>
          {t().no}
        </button>
      </div>
    )
  }
  return (
    <div class="commands">
      {view.undo && !view.ask && (
        <button type="button" class="plain" disabled={model.busy.value} onClick={() => void model.send("undo", body)}>
          {view.undo === "free" ? t().undo : t().askUndo}
        </button>
      )}
      {people > 0 && !view.ask && (
        <button type="button" class="plain" onClick={() => void model.send("offer", body)}>
          {t().offerEnd}
        </button>
      )}
      {!view.seats[view.seat]?.out && (
        <button type="button" class="plain" onClick={() => setResigning(true)}>
          {t().resign}
        </button>
      )}
    </div>
  )
}

function sentence(line: LogLine, view: TableView, stage: Stage): string {
  if (line.words) return withNames(view, stage, line.words)
  const name = line.seat !== undefined && line.seat >= 0 ? nameOf(view, stage, line.seat) : ""
  return t().events[line.kind]?.(name, line.text ?? "") ?? line.text ?? line.kind
}

/** Loads the lines of the log before those that are shown. */
function Earlier({ model }: { model: TableModel }): JSX.Element | null {
  if (!model.hasEarlier.value) return null
  return (
    <button type="button" class="earlier" onClick={() => void model.showEarlier()}>
      {t().showEarlier}
    </button>
  )
}

function Log({ model, view, stage, info }: Props): JSX.Element {
  const box = useRef<HTMLOListElement>(null)
  const lines = model.log.value.filter((line) => line.kind !== "chat")
  // Before the paint; scrolling afterwards would paint the page twice. Earlier lines do not move those that are read.
  const last = lines[lines.length - 1]?.n ?? 0
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [last])
  return (
    <section class="log">
      <h2>{t().log}</h2>
      {info.begun > 0 && <p class="muted">{t().continued(info.begun)}</p>}
      {lines.length === 0 && !model.hasEarlier.value && <p class="muted">{t().nothingYet}</p>}
      <Earlier model={model} />
      <ol ref={box} tabIndex={0} aria-live="polite" aria-relevant="additions" aria-label={t().log}>
        {lines.map((line) => (
          <li
            key={line.n}
            class={line.kind}
            onMouseEnter={() => {
              model.highlighted.value = line.cells ?? []
            }}
            onMouseLeave={() => {
              model.highlighted.value = []
            }}
          >
            {sentence(line, view, stage)}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Chat({ model, view, stage }: Props): JSX.Element | null {
  const [text, setText] = useState("")
  const lines = model.log.value.filter((line) => line.kind === "chat")
  if (view.seat < 0 && lines.length === 0) return null
  const send = (event: Event): void => {
    event.preventDefault()
    const message = text.trim()
    if (!message) return
    void model.send("chat", { seat: view.seat, text: message }).then((done) => done && setText(""))
  }
  return (
    <section class="chat">
      <h2>{t().chat}</h2>
      <Earlier model={model} />
      <ul aria-live="polite">
        {lines.map((line) => (
          <li key={line.n}>
            <b>{nameOf(view, stage, line.seat ?? -1)}</b> {line.text}
          </li>
        ))}
      </ul>
      {view.seat >= 0 && (
        <form class="row" onSubmit={send}>
          <input
            type="text"
            maxLength={400}
            aria-label={t().chatPlaceholder}
            placeholder={t().chatPlaceholder}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit">{t().send}</button>
        </form>
      )}
    </section>
  )
}

function Legend({ stage, info }: Props): JSX.Element {
  return (
    <details class="legend">
      <summary>{t().legend}</summary>
      <dl>
        {Object.entries(stage.legend ?? {}).map(([kind, meaning]) => (
          <div key={kind}>
            <dt>
              <svg viewBox="-50 -50 100 100" aria-hidden="true">
                <Symbol kind={kind} />
              </svg>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={`/rules/${info.game}`} target="_blank">
          {t().readRules}
        </a>
      </p>
    </details>
  )
}
