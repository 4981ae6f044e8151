// The form for a new table: seats, game options and clock.
import type { JSX } from "preact"
import { useState } from "preact/hooks"
import { createTable, fetchGames, middleLevel } from "../../api/http"
import type { Clock, Create, GameInfo, OptionInfo, SeatPlan } from "../../api/protocol"
import { levelName } from "../../i18n/levels"
import { t } from "../../i18n/texts"
import { navigate } from "../../router"
import { useLoad } from "../../ui/loading"
import { playerName } from "../../ui/settings"

type Value = boolean | number | string
type Kind = NonNullable<SeatPlan["kind"]>

export function CreatePage({ game }: { game: string }): JSX.Element {
  const games = useLoad(fetchGames, [])
  const found = games.value?.find((one) => one.name === game)
  if (games.error)
    return (
      <p class="error" role="alert">
        {games.error}
      </p>
    )
  if (!games.value) return <p class="notice">{t().loading}</p>
  return found ? <Form game={found} /> : <p class="notice">{t().notFound}</p>
}

function Form({ game }: { game: GameInfo }): JSX.Element {
  const [players, setPlayers] = useState(game.usual_players)
  const [plans, setPlans] = useState<SeatPlan[]>(() =>
    Array.from({ length: Math.max(...game.players) }, (_, n) => ({ kind: n === 0 ? "me" : "link", level: middleLevel(game) })),
  )
  const [options, setOptions] = useState<Record<string, Value>>({})
  const [clock, setClock] = useState<Clock>({ kind: "none" })
  const [name, setName] = useState("")
  const [listed, setListed] = useState(false)
  const [error, setError] = useState("")
  const changeSeat = (seat: number, plan: SeatPlan): void => setPlans(plans.map((one, n) => (n === seat ? { ...one, ...plan } : one)))
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const seats = plans
      .slice(0, players)
      .map((plan) =>
        plan.kind === "bot"
          ? { kind: plan.kind, level: plan.level }
          : plan.kind === "me"
            ? { kind: plan.kind, name: playerName.value }
            : { kind: plan.kind },
      )
    const body: Create = { game: game.name, players, seats, options, name, public: listed, clock }
    try {
      navigate(`/t/${(await createTable(body)).table}`)
    } catch (error) {
      setError(error instanceof Error ? error.message : t().unknownError)
    }
  }
  return (
    <form class="page create" onSubmit={(event) => void submit(event)}>
      <h1>{t().createTitle(game.title)}</h1>
      <p>
        {game.summary} <a href={`/rules/${game.name}`}>{t().readRules}</a>
      </p>
      <fieldset class="field">
        <legend>{t().players}</legend>
        <div class="segments">
          {game.players.map((n) => (
            <label key={n}>
              <input type="radio" name="players" checked={players === n} onChange={() => setPlayers(n)} />
              <span>{n}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {plans.slice(0, players).map((plan, seat) => (
        <SeatField key={seat} seat={seat} plan={plan} game={game} onChange={(to) => changeSeat(seat, to)} />
      ))}
      {game.options.length > 0 && <h2>{t().gameOptions}</h2>}
      {game.options.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          value={options[option.name] ?? option.default}
          onChange={(value) => setOptions({ ...options, [option.name]: value })}
        />
      ))}
      <ClockField clock={clock} onChange={setClock} />
      <label class="field">
        <span>{t().tableName}</span>
        <input type="text" maxLength={32} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <label class="check">
        <input type="checkbox" checked={listed} onChange={(event) => setListed(event.currentTarget.checked)} /> {t().listed}
      </label>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <button type="submit" class="main">
        {t().create}
      </button>
    </form>
  )
}

function SeatField({
  seat,
  plan,
  game,
  onChange,
}: {
  seat: number
  plan: SeatPlan
  game: GameInfo
  onChange: (plan: SeatPlan) => void
}): JSX.Element {
  return (
    <div class="field pair">
      <label>
        <span>{t().seat(seat + 1)}</span>
        <select value={plan.kind} onChange={(event) => onChange({ kind: event.currentTarget.value as Kind })}>
          {(Object.keys(t().seatKinds) as Kind[]).map((kind) => (
            <option key={kind} value={kind}>
              {t().seatKinds[kind]}
            </option>
          ))}
        </select>
      </label>
      {plan.kind === "bot" && (
        <label>
          <span>{t().level}</span>
          <select value={plan.level ?? ""} onChange={(event) => onChange({ level: event.currentTarget.value })}>
            {game.levels.map((level) => (
              <option key={level} value={level}>
                {levelName(level, game.elo)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function OptionField({ option, value, onChange }: { option: OptionInfo; value: Value; onChange: (value: Value) => void }): JSX.Element {
  const label = `${capitalised(option.text)}.`
  if (typeof option.default === "boolean") {
    return (
      <label class="check">
        <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} /> {label}
      </label>
    )
  }
  if (option.choices.length > 0) {
    return (
      <label class="field">
        <span>{label}</span>
        <select
          value={String(value)}
          onChange={(event) => onChange(option.choices.find((one) => String(one) === event.currentTarget.value) ?? option.default)}
        >
          {option.choices.map((one, n) => (
            <option key={String(one)} value={String(one)}>
              {option.words[n]}
            </option>
          ))}
        </select>
      </label>
    )
  }
  if (typeof option.default === "number") {
    return (
      <label class="field">
        <span>{label}</span>
        <input
          type="number"
          min={option.low}
          max={option.high}
          value={Number(value)}
          onInput={(event) => onChange(event.currentTarget.valueAsNumber || option.default)}
        />
      </label>
    )
  }
  return (
    <details class="field">
      <summary>{label}</summary>
      <p class="muted">{t().fileHint}</p>
      <textarea rows={6} aria-label={label} value={String(value)} onInput={(event) => onChange(event.currentTarget.value)} />
    </details>
  )
}

function ClockField({ clock, onChange }: { clock: Clock; onChange: (clock: Clock) => void }): JSX.Element {
  const kinds = Object.keys(t().clocks) as NonNullable<Clock["kind"]>[]
  const initialClock = (kind: NonNullable<Clock["kind"]>): Clock =>
    kind === "none" ? { kind } : { kind, seconds: kind === "move" ? 60 : 600, increment: kind === "fischer" ? 5 : 0, timeout: "resign" }
  return (
    <div class="field">
      <label>
        <span>{t().clock}</span>
        <select value={clock.kind} onChange={(event) => onChange(initialClock(event.currentTarget.value as NonNullable<Clock["kind"]>))}>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t().clocks[kind]}
            </option>
          ))}
        </select>
      </label>
      {clock.kind !== "none" && (
        <div class="pair">
          <label>
            <span>{t().seconds}</span>
            <input
              type="number"
              min={5}
              max={1209600}
              value={clock.seconds}
              onInput={(event) => onChange({ ...clock, seconds: event.currentTarget.valueAsNumber || 60 })}
            />
          </label>
          {clock.kind === "fischer" && (
            <label>
              <span>{t().increment}</span>
              <input
                type="number"
                min={0}
                max={86400}
                value={clock.increment}
                onInput={(event) => onChange({ ...clock, increment: event.currentTarget.valueAsNumber || 0 })}
              />
            </label>
          )}
          <label>
            <span>{t().timeout}</span>
            <select
              value={clock.timeout}
              onChange={(event) => onChange({ ...clock, timeout: event.currentTarget.value === "bot" ? "bot" : "resign" })}
            >
              <option value="resign">{t().timeouts.resign}</option>
              <option value="bot">{t().timeouts.bot}</option>
            </select>
          </label>
        </div>
      )}
    </div>
  )
}
