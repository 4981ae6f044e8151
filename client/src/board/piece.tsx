// A piece on a cell, around the origin.
import type { JSX } from "preact"
import type { Piece, SeatStyle, Stage } from "../api/protocol"
import { tone } from "./palette"
import { Symbol } from "./symbol"

/** Returns a letter for each seat besides its colour: the initial of its name, or its number where two initials are equal. */
function initials(players: readonly SeatStyle[]): string[] {
  const letters = players.map((player) => player.name.slice(0, 1))
  return new Set(letters).size === players.length ? letters : players.map((_, seat) => String(seat + 1))
}

/** Draws a piece. */
export function PieceView({ stage, piece, flat }: { stage: Stage; piece: Piece; flat: boolean }): JSX.Element {
  const seat = piece.seat ?? -1
  const marks = piece.marks ?? []
  const hits = marks.filter((mark) => mark === "hit").length
  const facing = piece.facing ?? -1
  const cap = piece.kind.startsWith("cap")
  return (
    <g class="piece">
      {marks.includes("guard") && <Symbol kind="guard" />}
      {facing >= 0 && (
        <g transform={`rotate(${-60 * facing + (flat ? 30 : 0)})`}>
          <Symbol kind="facing" />
        </g>
      )}
      <g style={{ color: seat >= 0 ? tone(stage.players[seat]?.colour).fill : "#888" }}>
        <Symbol kind={piece.kind} />
      </g>
      {piece.label && (
        <text class="on-piece" y="14" font-size="38">
          {piece.label}
        </text>
      )}
      {seat >= 0 && !cap && (
        <text class="sign" x={piece.label ? -30 : 0} y={piece.label ? -22 : 9} font-size={piece.label ? 20 : 26}>
          {initials(stage.players)[seat]}
        </text>
      )}
      {piece.badge && (
        <g transform="translate(30 28)">
          <Symbol kind="badge" />
          <text class="badge" y="6" font-size="18">
            {piece.badge}
          </text>
        </g>
      )}
      {Array.from({ length: hits }, (_, n) => (
        <g key={n} transform={`translate(${14 * (n - (hits - 1) / 2) - 6} 38)`}>
          <Symbol kind="hit" />
        </g>
      ))}
      {marks
        .filter((mark) => mark !== "guard" && mark !== "hit")
        .map((mark, n) => (
          <Symbol key={n} kind={mark} />
        ))}
    </g>
  )
}
