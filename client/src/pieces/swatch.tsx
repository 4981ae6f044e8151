import type { JSX } from "preact"
import type { SeatStyle, Stage } from "../api/protocol"
import { tone } from "./palette"
import { Symbol } from "./symbol"

/** Draws what stands for a seat: a piece of its own, or a hexagon in its colour with its emblem. */
export function Swatch({ player, stage }: { player: SeatStyle; stage?: Stage }): JSX.Element {
  const kind = stage?.theme?.face
  return (
    <svg class="swatch" viewBox="-48 -48 96 96" aria-hidden="true" style={{ color: tone(player.colour).fill }}>
      {kind ? <Symbol kind={kind} colour={player.colour} /> : <Emblem player={player} />}
    </svg>
  )
}

function Emblem({ player }: { player: SeatStyle }): JSX.Element {
  return (
    <>
      <path d="M0-45L39-22.5V22.5L0 45L-39 22.5V-22.5Z" fill="currentColor" stroke={tone(player.colour).edge} stroke-width="3" />
      <path d="M0-41L35.5-20.5V-11L0-31L-35.5-11V-20.5Z" fill="#fff" opacity=".28" />
      <g fill="var(--on-tone)" transform="scale(1.5)">
        <Symbol kind={`emblem-${player.emblem}`} />
      </g>
    </>
  )
}
