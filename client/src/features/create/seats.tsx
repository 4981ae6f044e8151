// The seats of a new table: one row each, and a button that fills the table with bots.
import type { ComponentChildren, JSX } from "preact"
import type { GameInfo, SeatPlan, Stage } from "../../api/protocol"
import { Swatch } from "../../pieces/swatch"
import { TeamBadge } from "../../pieces/team-badge"
import { teamOf } from "../../scene/teams"
import { levelName } from "../../i18n/levels"
import { capitalised, t } from "../../i18n/texts"
import { playerName } from "../../ui/settings"

/** Who takes a seat: the protocol does not tell guests on this device from the visitor. */
type Kind = keyof ReturnType<typeof t>["seatKinds"]

export interface SeatChoice {
  kind: Kind
  level: string
  /** Of a guest on this device. */
  name: string
}

/** Returns the seats before anything is chosen: the visitor and friends. */
export function initialSeats(count: number, level: string): SeatChoice[] {
  return Array.from({ length: count }, (_, n) => ({ kind: n === 0 ? "me" : "link", level, name: "" }))
}

/** Returns the seats with one changed. There is only one visitor: who was that takes what the seat was before. */
export function changed(seats: readonly SeatChoice[], seat: number, to: Partial<SeatChoice>): SeatChoice[] {
  const before = seats[seat]?.kind ?? "open"
  return seats.map((one, n) => {
    if (n === seat) return { ...one, ...to }
    return to.kind === "me" && one.kind === "me" ? { ...one, kind: before } : one
  })
}

/** Returns a seat as the server wants it. */
export function planOf(seat: SeatChoice): SeatPlan {
  if (seat.kind === "bot") return { kind: "bot", level: seat.level }
  if (seat.kind === "me") return { kind: "me", name: playerName.value }
  return seat.kind === "guest" ? { kind: "me", name: seat.name } : { kind: seat.kind }
}

interface Props {
  game: GameInfo
  players: number
  seats: readonly SeatChoice[]
  /** The level of new bots. */
  level: string
  /** How the game begins, with the look of the seats; undefined while it is loaded. */
  stage: Stage | undefined
  onChange: (seats: SeatChoice[]) => void
  onLevel: (level: string) => void
  /** Whether everybody plays on this device. */
  sameDevice: boolean
}

export function SeatFields({ game, players, seats, level, stage, onChange, onLevel, sameDevice }: Props): JSX.Element {
  const setLevel = (to: string): void => {
    onLevel(to)
    onChange(seats.map((seat) => ({ ...seat, level: to })))
  }
  const fill = (): void => onChange(seats.map((seat) => (seat.kind === "me" ? seat : { ...seat, kind: "bot", level })))
  return (
    <fieldset class="seats-form">
      <legend>{t().seats}</legend>
      {seats.slice(0, players).map((seat, n) => (
        <SeatRow
          key={n}
          title={game.seats[n] ?? ""}
          seat={seat}
          game={game}
          kinds={(Object.keys(t().seatKinds) as Kind[]).filter((kind) => !sameDevice || kind === "me" || kind === "guest")}
          swatch={stage?.players[n] && <Swatch player={stage.players[n]} stage={stage} />}
          badge={stage && <TeamBadge stage={stage} seat={n} />}
          team={stage && teamOf(stage, n)?.name}
          onChange={(to) => onChange(changed(seats, n, to))}
        />
      ))}
      {stage?.teams?.length ? (
        <p class="partners muted">{t().partners(stage.teams.map((team) => team.seats.map((seat) => game.seats[seat] ?? "")))}</p>
      ) : null}
      {players > 1 && !sameDevice && (
        <div class="seat-row fill">
          <button type="button" onClick={fill}>
            {t().fillWithBots}
          </button>
          <LevelSelect label={t().levelOfBots} game={game} elo={game.elo} level={level} onChange={setLevel} />
        </div>
      )}
    </fieldset>
  )
}

interface RowProps {
  title: string
  seat: SeatChoice
  game: GameInfo
  /** Who can be chosen. */
  kinds: readonly Kind[]
  swatch: ComponentChildren
  badge: ComponentChildren
  /** The name of the seat's team, if there are teams. */
  team: string | undefined
  onChange: (to: Partial<SeatChoice>) => void
}

function SeatRow({ title, seat, game, kinds, swatch, badge, team, onChange }: RowProps): JSX.Element {
  return (
    <div class="seat-row" role="group" aria-label={team ? `${title}, ${team}` : title}>
      <span class="seat-name" aria-hidden="true">
        {swatch} {title} {badge}
      </span>
      <select aria-label={title} value={seat.kind} onChange={(event) => onChange({ kind: event.currentTarget.value as Kind })}>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t().seatKinds[kind]}
          </option>
        ))}
      </select>
      {seat.kind === "bot" && (
        <LevelSelect label={`${title}: ${t().level}`} game={game} level={seat.level} onChange={(level) => onChange({ level })} />
      )}
      {seat.kind === "me" && (
        <NameInput label={t().yourName} placeholder={t().yourName} name={playerName.value} onInput={(name) => (playerName.value = name)} />
      )}
      {seat.kind === "guest" && (
        <NameInput
          label={`${title}: ${t().guestName}`}
          placeholder={t().guestName}
          name={seat.name}
          onInput={(name) => onChange({ name })}
        />
      )}
    </div>
  )
}

interface NameProps {
  label: string
  placeholder: string
  name: string
  onInput: (name: string) => void
}

function NameInput({ label, placeholder, name, onInput }: NameProps): JSX.Element {
  return (
    <input
      type="text"
      maxLength={32}
      aria-label={label}
      placeholder={placeholder}
      value={name}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  )
}

interface LevelProps {
  label: string
  game: GameInfo
  /** Measured strengths to show; a row of the largest table has no room for them. */
  elo?: Record<string, number>
  level: string
  onChange: (level: string) => void
}

function LevelSelect({ label, game, elo = {}, level, onChange }: LevelProps): JSX.Element {
  return (
    <select aria-label={label} value={level} onChange={(event) => onChange(event.currentTarget.value)}>
      {game.levels.map((one) => (
        <option key={one} value={one}>
          {capitalised(levelName(one, elo))}
          {game.slowed.includes(one) && ` (${t().slowedLevel})`}
        </option>
      ))}
    </select>
  )
}
