// The form for a new table: seats, game options and clock.
import type { JSX } from "preact"
import { useMemo, useState } from "preact/hooks"
import { createTable, fetchGames } from "../../api/http"
import type { Clock, Create, GameInfo, OptionInfo } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { navigate } from "../../router"
import { useLoad } from "../../ui/loading"
import { chosenLevels } from "../../ui/settings"
import { DiceEntry } from "../dice/entry"
import { DicePad } from "../dice/pad"
import { PrintBox } from "../print/print"
import { applicable, applying, optionsOf, type Value } from "./conditions"
import { ClockField, isRare, OptionField } from "./options"
import { SetupPicture, SetupThumbnail, useSetup } from "./picture"
import { initialSeats, planOf, SeatFields } from "./seats"

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
  const [level, setLevel] = useState(() => chosenLevels.value[game.name] ?? game.levels[0] ?? "")
  const [seats, setSeats] = useState(() => initialSeats(Math.max(...game.players), level))
  const [chosen, setChosen] = useState<Record<string, Value>>({})
  const [clock, setClock] = useState<Clock>({ kind: "none" })
  const [name, setName] = useState("")
  const [listed, setListed] = useState(false)
  const [error, setError] = useState("")
  const [realDice, setRealDice] = useState(false)
  const entry = useMemo(() => new DiceEntry(), [])
  const offered = useMemo(() => optionsOf(game), [game])
  const options = applicable(offered, players, chosen)
  const known = applying(offered, players, { ...game.quick, ...chosen })
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const body: Create = {
      game: game.name,
      players,
      seats: seats.slice(0, players).map(planOf),
      options: known,
      name,
      public: listed,
      clock: realDice ? { kind: "none" } : clock,
      real_dice: realDice,
    }
    try {
      const made = await entry.send((dice) => createTable({ ...body, dice }))
      if (made) navigate(`/t/${made.table}`)
    } catch (error) {
      setError(error instanceof Error ? error.message : t().unknownError)
    }
  }
  const rollOwnDice = (on: boolean): void => {
    setRealDice(on)
    if (on) setSeats(seats.map((seat) => (seat.kind === "me" ? seat : { ...seat, kind: "guest" })))
  }
  const setup = useSetup(game, players, known)
  const fieldOf = (option: OptionInfo): JSX.Element => (
    <OptionField
      key={option.name}
      option={option}
      value={chosen[option.name] ?? option.default}
      onChange={(value) => setChosen({ ...chosen, [option.name]: value })}
      picture={(value, word) => <SetupThumbnail game={game} players={players} options={{ ...known, [option.name]: value }} word={word} />}
    />
  )
  const pictured = options.some((option) => option.pictured.length > 0)
  return (
    <form class="page create" onSubmit={(event) => void submit(event)}>
      <DicePad entry={entry} />
      <header>
        <h1>{t().createTitle(game.title)}</h1>
        <p>
          {game.summary} <a href={`/rules/${game.name}`}>{t().readRules}</a>
        </p>
      </header>
      <div class="part">
        {game.players.length > 1 && (
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
        )}
        <SeatFields
          game={game}
          players={players}
          seats={seats}
          level={level}
          stage={setup.value?.stage}
          onChange={setSeats}
          onLevel={setLevel}
          sameDevice={realDice}
        />
        {game.real_dice && (
          <label class="check">
            <input type="checkbox" checked={realDice} onChange={(event) => rollOwnDice(event.currentTarget.checked)} />
            <span>
              {t().realDice}
              {realDice && <small>{t().realDiceNote}</small>}
            </span>
          </label>
        )}
      </div>
      <div class="part">
        {options.filter((option) => !isRare(option)).map(fieldOf)}
        {!pictured && <SetupPicture setup={setup} />}
        <details class="rare">
          <summary>{t().moreOptions}</summary>
          <div class="rare-fields">
            {options.filter(isRare).map(fieldOf)}
            {!realDice && <ClockField clock={clock} onChange={setClock} />}
            <label class="field">
              <span>{t().tableName}</span>
              <input type="text" maxLength={32} value={name} onInput={(event) => setName(event.currentTarget.value)} />
            </label>
          </div>
        </details>
        <label class="check">
          <input type="checkbox" checked={listed} onChange={(event) => setListed(event.currentTarget.checked)} /> {t().listed}
        </label>
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        <div class="finish">
          <button type="submit" class="main">
            {t().create}
          </button>
          <PrintBox game={game.name} players={players} options={known} papersShown={false} />
        </div>
      </div>
    </form>
  )
}
