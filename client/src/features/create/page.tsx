// A form for a new table: who sits where, by which rules, with how much time.
import type { JSX } from "preact"
import { useState } from "preact/hooks"
import { levelName } from "../../i18n/levels"
import { useLoad } from "../../ui/loading"
import type { Clock, Create, GameInfo, OptionInfo, SeatPlan } from "../../api/protocol"
import { go } from "../../router"
import { myName } from "../../ui/settings"
import { t } from "../../i18n/texts"
import { allGames, middle, open } from "../../api/http"

type Value = boolean | number | string
type Kind = NonNullable<SeatPlan["kind"]>

export function CreatePage({ game }: { game: string }): JSX.Element {
  const games = useLoad(allGames, [])
  const found = games.value?.find((one) => one.name === game)
  if (games.error)
    return (
      <p class="trouble" role="alert">
        {games.error}
      </p>
    )
  if (!games.value) return <p class="notice">{t().loading}</p>
  return found ? <Form game={found} /> : <p class="notice">{t().notFound}</p>
}

function Form({ game }: { game: GameInfo }): JSX.Element {
  const [players, setPlayers] = useState(game.usual_players)
  const [plans, setPlans] = useState<SeatPlan[]>(() =>
    Array.from({ length: Math.max(...game.players) }, (_, n) => ({ kind: n === 0 ? "me" : "link", level: middle(game) })),
  )
  const [options, setOptions] = useState<Record<string, Value>>({})
  const [clock, setClock] = useState<Clock>({ kind: "none" })
  const [name, setName] = useState("")
  const [listed, setListed] = useState(false)
  const [trouble, setTrouble] = useState("")
  const change = (seat: number, plan: SeatPlan): void => setPlans(plans.map((one, n) => (n === seat ? { ...one, ...plan } : one)))
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    const seats = plans
      .slice(0, players)
      .map((plan) =>
        plan.kind === "bot"
          ? { kind: plan.kind, level: plan.level }
          : plan.kind === "me"
            ? { kind: plan.kind, name: myName.value }
            : { kind: plan.kind },
      )
    const asked: Create = { game: game.name, players, seats, options, name, public: listed, clock }
    try {
      go(`/t/${(await open(asked)).table}`)
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : t().wrong)
    }
  }
  return (
    <form class="page create" onSubmit={(event) => void send(event)}>
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
        <SeatField key={seat} seat={seat} plan={plan} game={game} change={(to) => change(seat, to)} />
      ))}
      {game.options.length > 0 && <h2>{t().gameOptions}</h2>}
      {game.options.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          value={options[option.name] ?? option.default}
          change={(value) => setOptions({ ...options, [option.name]: value })}
        />
      ))}
      <ClockField clock={clock} change={setClock} />
      <label class="field">
        <span>{t().tableName}</span>
        <input type="text" maxLength={32} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <label class="check">
        <input type="checkbox" checked={listed} onChange={(event) => setListed(event.currentTarget.checked)} /> {t().listed}
      </label>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
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
  change,
}: {
  seat: number
  plan: SeatPlan
  game: GameInfo
  change: (plan: SeatPlan) => void
}): JSX.Element {
  return (
    <div class="field pair">
      <label>
        <span>{t().seat(seat + 1)}</span>
        <select value={plan.kind} onChange={(event) => change({ kind: event.currentTarget.value as Kind })}>
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
          <select value={plan.level ?? ""} onChange={(event) => change({ level: event.currentTarget.value })}>
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

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function OptionField({ option, value, change }: { option: OptionInfo; value: Value; change: (value: Value) => void }): JSX.Element {
  const words = `${capital(option.text)}.`
  if (typeof option.default === "boolean") {
    return (
      <label class="check">
        <input type="checkbox" checked={value === true} onChange={(event) => change(event.currentTarget.checked)} /> {words}
      </label>
    )
  }
  if (option.choices.length > 0) {
    return (
      <label class="field">
        <span>{words}</span>
        <select
          value={String(value)}
          onChange={(event) => change(option.choices.find((one) => String(one) === event.currentTarget.value) ?? option.default)}
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
        <span>{words}</span>
        <input
          type="number"
          min={option.low}
          max={option.high}
          value={Number(value)}
          onInput={(event) => change(event.currentTarget.valueAsNumber || option.default)}
        />
      </label>
    )
  }
  return (
    <details class="field">
      <summary>{words}</summary>
      <p class="quiet">{t().fileHint}</p>
      <textarea rows={6} aria-label={words} value={String(value)} onInput={(event) => change(event.currentTarget.value)} />
    </details>
  )
}

function ClockField({ clock, change }: { clock: Clock; change: (clock: Clock) => void }): JSX.Element {
  const kinds = Object.keys(t().clocks) as NonNullable<Clock["kind"]>[]
  const begin = (kind: NonNullable<Clock["kind"]>): Clock =>
    kind === "none" ? { kind } : { kind, seconds: kind === "move" ? 60 : 600, increment: kind === "fischer" ? 5 : 0, timeout: "resign" }
  return (
    <div class="field">
      <label>
        <span>{t().clock}</span>
        <select value={clock.kind} onChange={(event) => change(begin(event.currentTarget.value as NonNullable<Clock["kind"]>))}>
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
              onInput={(event) => change({ ...clock, seconds: event.currentTarget.valueAsNumber || 60 })}
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
                onInput={(event) => change({ ...clock, increment: event.currentTarget.valueAsNumber || 0 })}
              />
            </label>
          )}
          <label>
            <span>{t().timeout}</span>
            <select
              value={clock.timeout}
              onChange={(event) => change({ ...clock, timeout: event.currentTarget.value === "bot" ? "bot" : "resign" })}
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
