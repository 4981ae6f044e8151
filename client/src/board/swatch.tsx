import type { JSX } from "preact"
import type { SeatStyle } from "../api/protocol"
import { patterns, tone } from "./palette"

/** Draws a seat's colour and pattern as a small hexagon. */
export function Swatch({ player }: { player: SeatStyle }): JSX.Element {
  const colours = tone(player.colour)
  const id = `pattern-${player.colour}-${player.pattern}`
  return (
    <svg class="swatch" viewBox="-24 -24 48 48" aria-hidden="true">
      <pattern id={id} width="12" height="12" patternUnits="userSpaceOnUse">
        <rect width="12" height="12" fill={colours.fill} />
        <path
          d={patterns[player.pattern] ?? ""}
          transform="scale(1.5)"
          fill="none"
          stroke={colours.edge}
          stroke-width="1.5"
          stroke-linecap="round"
        />
      </pattern>
      <path d="M0-22L19-11V11L0 22L-19 11V-11Z" fill={`url(#${id})`} stroke={colours.edge} stroke-width="2" />
    </svg>
  )
}
