// The form for a new table: seats, game options and clock.
import type { JSX } from "preact"
import { useState } from "preact/hooks"
import { createTable, fetchGames } from "../../api/http"
import type { Clock, Create, GameInfo } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { navigate } from "../../router"
import { useLoad } from "../../ui/loading"
import { chosenLevels } from "../../ui/settings"
import { applicable, applying, type Value } from "./conditions"
import { ClockField, OptionField } from "./options"
import { SetupPicture } from "./picture"
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
  const options = applicable(game.options, players, chosen)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const body: Create = {
      game: game.name,
      players,
      seats: seats.slice(0, players).map(planOf),
      options: applying(game.options, players, chosen),
      name,
      public: listed,
      clock,
    }
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
      <SeatFields game={game} players={players} seats={seats} level={level} onChange={setSeats} onLevel={setLevel} />
      {options.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          value={chosen[option.name] ?? option.default}
          onChange={(value) => setChosen({ ...chosen, [option.name]: value })}
        />
      ))}
      <SetupPicture game={game} players={players} options={applying(game.options, players, chosen)} />
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
