// Dice that are no items of the scene, thrown for all to see: for the order of the players, for terrain.
import type { JSX } from "preact"
import type { Stage } from "../api/protocol"
import type { Cue } from "../scene/playback"
import { thrownDice } from "../scene/throws"
import { Swatch } from "../pieces/swatch"

interface Props {
  cue: Cue | null
  stage: Stage
  /** Returns a text of the server with the players' names. */
  text: (text: string) => string
}

export function Throw({ cue, stage, text }: Props): JSX.Element | null {
  const dice = cue ? thrownDice(cue.beat) : []
  if (dice.length === 0) return null
  return (
    <ul class="throw" key={cue?.text} aria-hidden="true">
      {dice.map(({ label, seat }, n) => {
        const player = stage.players[seat]
        return (
          <li key={n}>
            {player && (
              <span class="thrower">
                <Swatch player={player} stage={stage} /> {text(player.name)}
              </span>
            )}
            <b class="die">{label}</b>
          </li>
        )
      })}
    </ul>
  )
}
