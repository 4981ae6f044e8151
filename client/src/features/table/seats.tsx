// The players: name, score, clock, and a small picture of each sheet.
import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { SeatInfo, Stage, TableView } from "../../api/protocol"
import { BoardView } from "../../board/board"
import { Swatch } from "../../board/swatch"
import { TrayView } from "../../board/tray"
import { t } from "../../i18n/texts"
import { highlightsOf, shownSeat } from "./boards"
import type { TableModel } from "./model"
import { nameOf } from "./names"

interface Props {
  model: TableModel
  view: TableView
  stage: Stage
  sheet: number | null
  onShow: (seat: number | null) => void
}

export function Seats({ model, view, stage, sheet, onShow }: Props): JSX.Element {
  return (
    <ul class="seats" aria-label={t().players}>
      {view.seats.map((info, seat) => (
        <SeatLine key={seat} seat={seat} info={info} model={model} view={view} stage={stage} sheet={sheet} onShow={onShow} />
      ))}
    </ul>
  )
}

function SeatLine({ seat, info, model, view, stage, sheet, onShow }: Props & { seat: number; info: SeatInfo }): JSX.Element {
  const now = view.scene.seats[seat]
  const player = stage.players[seat]
  const boards = stage.boards ?? []
  const board = boards.length > 1 ? boards.find((one) => one.seat === seat) : undefined
  const large = shownSeat(view, stage, sheet) === seat
  const name = nameOf(view, stage, seat)
  const mine = model.info.value?.mine.includes(seat) ?? false
  const elo = info.kind === "bot" ? model.info.value?.elo[info.level ?? ""] : undefined
  const details = [
    player && player.name !== name ? player.name : "",
    info.kind === "bot" ? t().bot(info.level ?? "") : mine ? t().you : "",
    elo === undefined ? "" : t().elo(elo),
    !mine && info.presence === "away" && view.status !== "over" ? t().away : "",
    now?.status ? (t().seatStatus[now.status] ?? now.status) : "",
    now?.place ? t().rank(now.place) : "",
  ].filter(Boolean)
  const trays =
    board || seat === Math.max(0, view.seat)
      ? []
      : (stage.trays ?? []).filter((tray) => tray.seat === seat && view.scene.trays?.[tray.id]?.length)
  return (
    <li data-seat={seat} class={`seat${info.acting ? " acting" : ""}${info.out ? " out" : ""}`}>
      <div class="line">
        {player && <Swatch player={player} stage={stage} />}
        <div class="who">
          <strong>
            {!mine && info.presence && <span class={`presence ${info.presence}`} role="img" aria-label={t().presence[info.presence]} />}
            {name}
          </strong>
          <span class="muted">{details.join(" · ")}</span>
        </div>
        {info.acting && <span class="dot" role="img" aria-label={t().acting} title={t().acting} />}
        {info.left !== undefined && <ClockView info={info} since={model.eventTime} />}
        {now && (
          <span class="points" title={t().score}>
            <span class="hidden">{t().score} </span>
            {now.score}
          </span>
        )}
      </div>
      {now?.facts && (
        <p class="small">
          {Object.entries(now.facts).map(([name, value]) => (
            <span key={name}>
              {name} <b>{value}</b>
            </span>
          ))}
        </p>
      )}
      {trays.length > 0 && (
        <div class="trays small-trays">
          {trays.map((tray) => (
            <TrayView
              key={tray.id}
              stage={stage}
              tray={tray}
              items={view.scene.trays?.[tray.id] ?? []}
              highlights={highlightsOf(model)}
              onPick={(id) => model.pick(id)}
              onPoint={(id) => {
                model.pointedAt.value = id
              }}
            />
          ))}
        </div>
      )}
      {board && !large && (
        <button type="button" class="peek" title={t().sheetOf(name)} onClick={() => onShow(seat === view.seat ? null : seat)}>
          <span class="hidden">{t().sheetOf(name)}</span>
          <BoardView
            stage={stage}
            board={board}
            state={view.scene.boards?.[board.id] ?? {}}
            highlights={{ ...highlightsOf(model), next: new Set(), alternatives: new Set(), picked: [] }}
          />
        </button>
      )}
      {view.status === "open" && (info.kind === "open" || info.kind === "saved") && model.info.value?.mine.length === 0 && (
        <button type="button" onClick={() => void model.sit(seat)}>
          {t().sitHere}
        </button>
      )}
    </li>
  )
}

/** A clock that keeps ticking between the server's updates. */
function ClockView({ info, since }: { info: SeatInfo; since: number }): JSX.Element {
  const [now, tick] = useState(performance.now())
  useEffect(() => {
    if (!info.ticking) return
    const timer = setInterval(() => tick(performance.now()), 250)
    return () => clearInterval(timer)
  }, [info.ticking])
  const left = Math.max(0, (info.left ?? 0) - (info.ticking ? Math.max(0, now - since) : 0))
  const seconds = Math.ceil(left / 1000)
  const text =
    seconds >= 3600
      ? `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`
      : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
  return (
    <span class={seconds <= 10 && info.ticking ? "clock short" : "clock"} role="timer">
      {text}
    </span>
  )
}
