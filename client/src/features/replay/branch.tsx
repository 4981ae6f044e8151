// A new table that goes on from the step shown, against bots.
import type { JSX } from "preact"
import { useState } from "preact/hooks"
import { levelName } from "../../i18n/levels"
import { useLoad } from "../../ui/loading"
import type { Frame, Replay } from "../../api/protocol"
import { go } from "../../router"
import { myName } from "../../ui/settings"
import { t } from "../../i18n/texts"
import { allGames, branch, middle } from "../../api/http"

export function PlayFromHere({ replay, frame, record, at }: { replay: Replay; frame: Frame; record: string; at: number }): JSX.Element {
  const games = useLoad(allGames, [])
  const game = games.value?.find((one) => one.name === replay.game)
  const free = replay.stage.players.flatMap((player, seat) => (frame.scene.seats[seat]?.status ? [] : [{ player, seat }]))
  const acting = frame.scene.seats.findIndex((seat) => seat.acting)
  const [chosen, choose] = useState<number | null>(null)
  const [level, setLevel] = useState("")
  const [trouble, setTrouble] = useState("")
  const [busy, setBusy] = useState(false)
  const seat = chosen !== null && free.some((one) => one.seat === chosen) ? chosen : acting >= 0 ? acting : (free[0]?.seat ?? 0)
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      const made = await branch({ record, at, seat, level: level || (game ? middle(game) : ""), name: myName.value })
      go(`/t/${made.table}`)
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : t().wrong)
      setBusy(false)
    }
  }
  return (
    <details class="branch">
      <summary>{t().playFromHere}</summary>
      {frame.scene.over ? (
        <p class="quiet">{t().overHere}</p>
      ) : (
        <form onSubmit={(event) => void send(event)}>
          <p class="quiet">{t().playFromAbout(at)}</p>
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
                <select value={level || middle(game)} onChange={(event) => setLevel(event.currentTarget.value)}>
                  {game.levels.map((one) => (
                    <option key={one} value={one}>
                      {levelName(one, game.elo)}
                    </option>
                  ))}
                </select>
              </label>
            )}
          </div>
          {trouble && (
            <p class="trouble" role="alert">
              {trouble}
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
