// Beside the board: what one may ask for, the log in words, the chat, and what signs mean.
import type { JSX } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { Symbol } from "../../board/piece"
import type { LogLine, Stage, TableInfo, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import type { TableModel } from "./model"
import { called, nameOf } from "./names"

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
      <Legend {...props} />
    </div>
  )
}

function Question({ model, view, stage }: Props): JSX.Element | null {
  const ask = view.ask
  if (!ask) return null
  const own = ask.seat === view.seat
  const answer = (yes: boolean): void => void model.ask("answer", { seat: view.seat, yes })
  return (
    <div class="question" role="alert">
      <p>{t().asks[ask.what](nameOf(view, stage, ask.seat))}</p>
      {own && (
        <button type="button" onClick={() => answer(false)}>
          {t().withdraw}
        </button>
      )}
      {ask.waiting.includes(view.seat) && !own && (
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
  const [sure, ask] = useState(false)
  if (view.seat < 0 || view.status === "over") return null
  const body = { seat: view.seat }
  if (view.status === "open")
    return (
      <div class="commands">
        <button type="button" class="plain" onClick={() => void model.ask("leave", body)}>
          {t().leave}
        </button>
      </div>
    )
  const people = view.seats.filter((seat, n) => seat.kind === "human" && !info.mine.includes(n)).length
  if (sure) {
    return (
      <div class="commands" role="alertdialog" aria-label={t().resignSure}>
        <span>{t().resignSure}</span>
        <button
          type="button"
          class="danger"
          onClick={() => {
            ask(false)
            void model.ask("resign", body)
          }}
        >
          {t().resign}
        </button>
        <button type="button" onClick={() => ask(false)}>
          {t().no}
        </button>
      </div>
    )
  }
  return (
    <div class="commands">
      {view.undo && !view.ask && (
        <button type="button" class="plain" disabled={model.busy.value} onClick={() => void model.ask("undo", body)}>
          {view.undo === "free" ? t().undo : t().askUndo}
        </button>
      )}
      {people > 0 && !view.ask && (
        <button type="button" class="plain" onClick={() => void model.ask("offer", body)}>
          {t().offerEnd}
        </button>
      )}
      {!view.seats[view.seat]?.out && (
        <button type="button" class="plain" onClick={() => ask(true)}>
          {t().resign}
        </button>
      )}
    </div>
  )
}

function sentence(line: LogLine, view: TableView, stage: Stage): string {
  if (line.words) return called(view, stage, line.words)
  const name = line.seat !== undefined && line.seat >= 0 ? nameOf(view, stage, line.seat) : ""
  return t().events[line.kind]?.(name, line.text ?? "") ?? line.text ?? line.kind
}

function Log({ model, view, stage, info }: Props): JSX.Element {
  const box = useRef<HTMLOListElement>(null)
  const lines = model.log.value.filter((line) => line.kind !== "chat")
  // Before anything is painted: scrolling later would paint the page once more.
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [lines.length])
  return (
    <section class="log">
      <h2>{t().log}</h2>
      {info.begun > 0 && <p class="quiet">{t().begun(info.begun)}</p>}
      {lines.length === 0 && <p class="quiet">{t().nothingYet}</p>}
      <ol ref={box} tabIndex={0} aria-live="polite" aria-relevant="additions" aria-label={t().log}>
        {lines.map((line) => (
          <li
            key={line.n}
            class={line.kind}
            onMouseEnter={() => {
              model.told.value = line.cells ?? []
            }}
            onMouseLeave={() => {
              model.told.value = []
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
  const [text, set] = useState("")
  const lines = model.log.value.filter((line) => line.kind === "chat")
  if (view.seat < 0 && lines.length === 0) return null
  const send = (event: Event): void => {
    event.preventDefault()
    const said = text.trim()
    if (!said) return
    void model.ask("chat", { seat: view.seat, text: said }).then((done) => done && set(""))
  }
  return (
    <section class="chat">
      <h2>{t().chat}</h2>
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
            aria-label={t().say}
            placeholder={t().say}
            value={text}
            onInput={(event) => set(event.currentTarget.value)}
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
        {Object.entries(stage.legend ?? {}).map(([kind, words]) => (
          <div key={kind}>
            <dt>
              <svg viewBox="-50 -50 100 100" aria-hidden="true">
                <Symbol kind={kind} />
              </svg>
            </dt>
            <dd>{words}</dd>
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
