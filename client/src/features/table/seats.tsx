// The players: name, score, clock, and a small picture of each sheet.
import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { SeatInfo, Stage, TableView, Tray } from "../../api/protocol"
import { BoardView, noHighlights } from "../../board/board"
import { Swatch } from "../../pieces/swatch"
import { tone } from "../../pieces/palette"
import { TrayView } from "../../board/tray"
import { t } from "../../i18n/texts"
import { arePartners, shownPlace, teamOf } from "../../scene/teams"
import { highlightsOf, shownSeat } from "./boards"
import type { TableModel } from "./model"
import { listedName } from "./names"

interface Props {
  model: TableModel
  view: TableView
  stage: Stage
  sheet: number | null
  onShow: (seat: number | null) => void
}

export function Seats({ model, view, stage, sheet, onShow }: Props): JSX.Element {
  const line = (info: SeatInfo, seat: number): JSX.Element => (
    <SeatLine key={seat} seat={seat} info={info} model={model} view={view} stage={stage} sheet={sheet} onShow={onShow} />
  )
  if (!stage.teams?.length)
    return (
      <ul class="seats" aria-label={t().players}>
        {view.seats.map(line)}
      </ul>
    )
  return (
    <ul class="seats in-teams" aria-label={t().players}>
      {stage.teams.map(({ name, colour, seats }) => (
        <li key={name} class="team-block" style={{ "--team": tone(colour).fill }}>
          <p class="team-head">
            <strong>{name}</strong>
            <span class="points">{view.scene.seats[seats[0] ?? 0]?.score}</span>
          </p>
          <ul aria-label={name}>{seats.flatMap((seat) => (view.seats[seat] ? [line(view.seats[seat], seat)] : []))}</ul>
        </li>
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
  const own = model.info.value?.mine ?? []
  const name = listedName(view, stage, seat, own)
  const mine = own.includes(seat)
  const elo = info.kind === "bot" ? model.info.value?.elo[info.level ?? ""] : undefined
  const details = [
    player && player.name !== name ? player.name : "",
    info.kind === "bot" ? t().bot(info.level ?? "") : mine && name !== t().seatKinds.me ? t().you : "",
    elo === undefined ? "" : t().elo(elo),
    arePartners(stage, view.seat, seat) ? t().partner : "",
    !mine && info.presence === "away" && view.status !== "over" ? t().away : "",
    now?.status ? (t().seatStatus[now.status] ?? now.status) : "",
    // The result has the places of all.
    now?.place && view.status !== "over"
      ? t().rank(
          shownPlace(
            stage,
            view.scene.seats.map(({ place = 0 }) => place),
            seat,
          ),
        )
      : "",
  ].filter(Boolean)
  // A few boxes have room beside the picture of a sheet; several rows have not.
  const boxes = board && (stage.trays ?? []).filter((tray) => tray.seat === seat && tray.beside)
  // What the viewer plays from lies in the dock and beside the board; spectators see there what the acting seat has.
  const shown = board || seat === view.seat
  const trays = (stage.trays ?? []).filter((tray) => tray.seat === seat && (tray.kept || !shown))
  const standing = stage.standing ? now?.facts?.[stage.standing] : undefined
  return (
    <li data-seat={seat} class={`seat${info.acting ? " acting" : ""}${info.out ? " out" : ""}`}>
      <div class="line">
        {player && <Swatch player={player} stage={stage} />}
        <div class="who">
          <span class="name-line">
            <strong>
              {!mine && info.presence && <span class={`presence ${info.presence}`} role="img" aria-label={t().presence[info.presence]} />}
              {name}
            </strong>
            {info.acting && <span class="to-move">{t().acting}</span>}
            {now?.next && <span class="muted">{t().nextTurn}</span>}
          </span>
          <span class="muted">{details.join(" · ")}</span>
        </div>
        {info.left !== undefined && <ClockView info={info} since={model.eventTime} />}
        {now && !teamOf(stage, seat) && (
          <span class="points" title={standing === undefined ? t().score : (stage.standing ?? "")}>
            <span class="hidden">{standing === undefined ? t().score : stage.standing} </span>
            {standing ?? now.score}
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
      {/* Empty ones too, so that nothing moves when the first thing comes or the last one goes. */}
      {trays.length > 0 && (
        <div class="trays small-trays">
          {trays.map((tray) => (
            <TrayView
              key={tray.id}
              stage={stage}
              tray={{ ...tray, repeated: true }}
              items={view.scene.trays?.[tray.id] ?? []}
              highlights={highlightsOf(model)}
              onPick={(id, touch) => model.pick(id, touch)}
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
          {boxes?.length === 1 && (
            <TrayView
              stage={stage}
              tray={boxes[0] as Tray}
              items={view.scene.trays?.[boxes[0]?.id ?? ""] ?? []}
              highlights={noHighlights}
            />
          )}
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
