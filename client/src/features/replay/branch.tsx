// The form for a new table that continues the game from the current step, against bots.
import type { JSX } from "preact"
import { useState } from "preact/hooks"
import { createBranch, fetchGames, middleLevel } from "../../api/http"
import type { Frame, Replay } from "../../api/protocol"
import { levelName } from "../../i18n/levels"
import { capitalised, t } from "../../i18n/texts"
import { navigate } from "../../router"
import { useLoad } from "../../ui/loading"
import { playerName } from "../../ui/settings"

export function PlayFromHere({ replay, frame, record, at }: { replay: Replay; frame: Frame; record: string; at: number }): JSX.Element {
  const games = useLoad(fetchGames, [])
  const game = games.value?.find((one) => one.name === replay.game)
  const free = replay.stage.players.flatMap((player, seat) => (frame.scene.seats[seat]?.status ? [] : [{ player, seat }]))
  const acting = frame.scene.seats.findIndex((seat) => seat.acting)
  const [chosen, choose] = useState<number | null>(null)
  const [level, setLevel] = useState("")
  const [error, setError] = useState("")
  const [busy, setBusy] = useState(false)
  const seat = chosen !== null && free.some((one) => one.seat === chosen) ? chosen : acting >= 0 ? acting : (free[0]?.seat ?? 0)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      const created = await createBranch({ record, at, seat, level: level || (game ? middleLevel(game) : ""), name: playerName.value })
      navigate(`/t/${created.table}`)
    } catch (error) {
      setError(error instanceof Error ? error.message : t().unknownError)
      setBusy(false)
    }
  }
  return (
    <details class="branch">
      <summary>{t().playFromHere}</summary>
      {frame.scene.over ? (
        <p class="muted">{t().overHere}</p>
      ) : (
        <form onSubmit={(event) => void submit(event)}>
          <p class="muted">{t().playFromAbout(at)}</p>
          <div class="pair">
            <label class="field">
              <span>{t().yourSeat}</span>
              <select value={String(seat)} onChange={(event) => choose(Number(event.currentTarget.value))}>
                {free.map((one) => (
                  <option key={one.seat} value={String(one.seat)}>
                    {one.player.name}
                  </option>
                ))}
              </select>
            </label>
            {game && replay.stage.players.length > 1 && (
              <label class="field">
                <span>{t().level}</span>
                <select value={level || middleLevel(game)} onChange={(event) => setLevel(event.currentTarget.value)}>
                  {game.levels.map((one) => (
                    <option key={one} value={one}>
                      {capitalised(levelName(one, game.elo))}
                    </option>
                  ))}
                </select>
              </label>
            )}
          </div>
          {error && (
            <p class="error" role="alert">
              {error}
            </p>
          )}
          <button type="submit" class="main" disabled={busy}>
            {t().playFromHere}
          </button>
        </form>
      )}
    </details>
  )
}
