// The panel beside the board: pending question, commands, log, chat and legend.
import type { JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import type { LogLine, Stage, TableInfo, TableView } from "../../api/protocol"
import { Symbol } from "../../pieces/symbol"
import { t } from "../../i18n/texts"
import { Icon } from "../../ui/icons"
import { Earlier, Log } from "../story/log"
import { Recap } from "../story/recap"
import { DevicesPanel } from "../seating/devices"
import type { TableModel } from "./model"
import { nameOf } from "./names"

interface Props {
  model: TableModel
  view: TableView
  stage: Stage
  info: TableInfo
}

export function Panel(props: Props): JSX.Element {
  return (
    <div class="panel">
      <Question key={props.view.ask?.version} {...props} />
      <Tabs
        tabs={[
          {
            name: "log",
            title: t().log,
            body: (
              <>
                <Recap {...props} />
                <Log {...props} />
              </>
            ),
          },
          { name: "chat", title: t().chat, body: <Chat {...props} />, news: chatLines(props.model).length },
          {
            name: "menu",
            title: t().more,
            body: (
              <>
                <Commands {...props} />
                <DevicesPanel {...props} />
                <Legend {...props} />
              </>
            ),
          },
        ]}
      />
    </div>
  )
}

interface Tab {
  name: string
  title: string
  body: JSX.Element
  /** How many messages it has; those that are new since it was open are counted on the tab. */
  news?: number
}

/** Panes of which one is shown. */
function Tabs({ tabs }: { tabs: readonly Tab[] }): JSX.Element {
  const [open, setOpen] = useState("log")
  const seen = useRef(new Map(tabs.map((tab) => [tab.name, tab.news ?? 0])))
  return (
    <div class="talk">
      <div class="tabs" role="tablist">
        {tabs.map(({ name, title, news = 0 }) => {
          if (name === open) seen.current.set(name, news)
          const fresh = news - (seen.current.get(name) ?? 0)
          return (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={name === open}
              aria-controls={`pane-${name}`}
              onClick={() => setOpen(name)}
            >
              {title}
              {fresh > 0 && <i>{fresh}</i>}
            </button>
          )
        })}
      </div>
      {tabs.map(({ name, body }) => (
        <div key={name} class="pane" role="tabpanel" id={`pane-${name}`} aria-labelledby={`tab-${name}`} hidden={name !== open}>
          {body}
        </div>
      ))}
    </div>
  )
}

const chatLines = (model: TableModel): LogLine[] => model.log.value.filter((line) => line.kind === "chat")

/** Milliseconds until a question can be agreed to: it may just have taken the place of another one, which was about to be. */
const unread = 700

function Question({ model, view, stage }: Props): JSX.Element | null {
  const [read, setRead] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRead(true), unread)
    return () => clearTimeout(timer)
  }, [])
  const question = view.ask
  if (!question) return null
  const own = question.seat === view.seat
  const answer = (yes: boolean): void => void model.send("answer", { seat: view.seat, yes, version: question.version })
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
          <button type="button" class="main" disabled={!read} onClick={() => answer(true)}>
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

/** Takes back the latest action, or asks for it. */
export function Undo({ model, view }: { model: TableModel; view: TableView }): JSX.Element | null {
  if (view.seat < 0 || view.status !== "running" || !view.undo || view.ask) return null
  const label = view.undo === "free" ? t().undo : t().askUndo
  return (
    <button
      type="button"
      class="plain icon undo"
      aria-label={label}
      title={label}
      disabled={model.busy.value}
      onClick={() => void model.send("undo", { seat: view.seat })}
    >
      <Icon name="undo" />
    </button>
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
        <button type="button" class="plain" onClick={() => setResigning(false)}>
          {t().back}
        </button>
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
      </div>
    )
  }
  return (
    <div class="commands">
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

function Chat({ model, view, stage }: Props): JSX.Element | null {
  const [text, setText] = useState("")
  const lines = chatLines(model)
  if (view.seat < 0 && lines.length === 0) return null
  const send = (event: Event): void => {
    event.preventDefault()
    const message = text.trim()
    if (!message) return
    void model.send("chat", { seat: view.seat, text: message }).then((done) => done && setText(""))
  }
  return (
    <section class="chat">
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
    <section class="legend">
      <h2>{t().legend}</h2>
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
    </section>
  )
}
