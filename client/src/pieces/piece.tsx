// A piece on a cell, around the origin.
import type { JSX } from "preact"
import type { Piece, Stage } from "../api/protocol"
import { tone } from "./palette"
import { formOf, hasForm, Symbol, SymbolLabel } from "./symbol"

/** Returns whether a badge shows more or less than the piece's own number. */
function badgeState({ badge, label }: Piece): string[] {
  const [shown, own] = [Number(badge), Number(label)]
  return shown > own ? ["more"] : shown < own ? ["less"] : []
}

/** Draws a piece; `facing` is the angle of its forward side. */
export function PieceView({ stage, piece, angle }: { stage: Stage; piece: Piece; angle: number }): JSX.Element {
  const seat = piece.seat ?? -1
  const marks = piece.marks ?? []
  const player = stage.players[seat]
  const name = formOf(piece.kind, player?.colour, marks)
  return (
    <g class="piece">
      <g style={{ color: player ? tone(player.colour).fill : "#888" }}>
        <Symbol kind={piece.kind} colour={player?.colour} states={marks} />
      </g>
      {(piece.facing ?? -1) >= 0 && (
        <g transform={`rotate(${angle})`}>
          <Symbol kind="facing" />
        </g>
      )}
      {piece.label && <SymbolLabel name={name} text={piece.label} />}
      {player && !name.includes("@") && (
        <g class="sign" transform={piece.label ? "translate(-28 -24) scale(.6)" : "scale(.9)"}>
          <Symbol kind={`emblem-${player.emblem}`} />
        </g>
      )}
      {marks
        .filter((mark) => !hasForm(piece.kind, mark))
        .map((mark, n) => (
          <Symbol key={n} kind={mark} />
        ))}
      {piece.badge && (piece.badge !== piece.label || marks.includes("hit")) && (
        <g class="badge">
          <Symbol kind="badge" states={badgeState(piece)} />
          <text y="8" font-size="21">
            {piece.badge}
          </text>
        </g>
      )}
    </g>
  )
}
