// Symbols, numbers as if written by hand, and pieces: all around the origin, fifty units to a hexagon's corner.
import type { JSX } from "preact"
import symbols from "symbols"
import { patterns, tone } from "./palette"
import type { Piece, SeatStyle, Stage } from "../api/protocol"

/** All symbols, once for the whole page. */
export function Definitions(): JSX.Element {
  const all = Object.entries(symbols).map(([name, drawn]) => `<g id="bx-${name}">${drawn}</g>`)
  return (
    <svg class="definitions" aria-hidden="true">
      <defs dangerouslySetInnerHTML={{ __html: all.join("") }} />
    </svg>
  )
}

/** A symbol by its name; a plain disc where there is none. */
export function Symbol({ kind }: { kind: string }): JSX.Element {
  return kind in symbols ? <use href={`#bx-${kind}`} /> : <circle r="30" fill="currentColor" stroke="#222" stroke-width="3" />
}

const digits: Record<string, string> = {
  "0": "M10 1C3 1 1 8 1 15S4 29 10 29 19 22 19 15 17 1 10 1Z",
  "1": "M5 7L12 1V29",
  "2": "M2 8C3 2 8 1 11 1 16 1 19 4 18 9 17 15 6 21 2 29H19",
  "3": "M3 4C8-1 18 1 17 8 16 13 11 14 8 14 13 14 19 16 18 22 17 29 6 31 1 25",
  "4": "M14 29V1L1 20H19",
  "5": "M17 1H5L3 13C8 10 18 11 18 20 18 29 6 31 1 26",
  "6": "M15 1C6 5 1 14 1 21 1 27 5 29 10 29 15 29 18 26 18 21 18 16 14 13 10 13 6 13 2 16 1 21",
  "7": "M1 1H18C12 10 8 19 7 29",
  "8": "M10 14C4 12 3 8 4 5 6 0 14 0 16 5 17 9 15 12 10 14 4 16 1 19 2 24 4 30 16 30 18 24 19 19 16 16 10 14Z",
  "9": "M17 10C17 15 13 17 9 17 4 17 1 14 1 9 1 4 4 1 9 1 14 1 18 4 17 12 16 20 13 26 9 29",
}
const stride = 25

/** A number as if written by hand; no two cells have quite the same hand. */
export function Written({ text, place }: { text: string; place: string }): JSX.Element {
  const turn = [...place].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 97, 7) % 9
  const scale = text.length > 1 ? 1.2 : 1.45
  const left = -(text.length * stride - 5) / 2
  return (
    <g class="written" transform={`rotate(${turn - 4}) scale(${scale}) translate(${left} -15)`}>
      {[...text].map((digit, n) => (
        <path key={n} d={digits[digit]} transform={`translate(${n * stride} 0)`} />
      ))}
    </g>
  )
}

export const isNumber = (text: string): boolean => /^\d{1,3}$/.test(text)

/** A sign for each seat besides its colour: the first letter of its name, or its number where letters would be the same. */
export function signs(players: readonly SeatStyle[]): string[] {
  const letters = players.map((player) => player.name.slice(0, 1))
  return new Set(letters).size === players.length ? letters : players.map((_, seat) => String(seat + 1))
}

/** A thing on a cell. */
export function PieceArt({ stage, piece, flat }: { stage: Stage; piece: Piece; flat: boolean }): JSX.Element {
  const seat = piece.seat ?? -1
  const marks = piece.marks ?? []
  const hits = marks.filter((mark) => mark === "hit").length
  const facing = piece.facing ?? -1
  const cap = piece.kind.startsWith("cap")
  return (
    <g class="piece">
      {marks.includes("guard") && <Symbol kind="guard" />}
      {facing >= 0 && (
        <g transform={`rotate(${-60 * facing - (flat ? 30 : 0)})`}>
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
          {signs(stage.players)[seat]}
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

/** The colour and pattern of a seat, as a small hexagon. */
export function Swatch({ player }: { player: SeatStyle }): JSX.Element {
  const look = tone(player.colour)
  const id = `pattern-${player.colour}-${player.pattern}`
  return (
    <svg class="swatch" viewBox="-24 -24 48 48" aria-hidden="true">
      <pattern id={id} width="12" height="12" patternUnits="userSpaceOnUse">
        <rect width="12" height="12" fill={look.fill} />
        <path
          d={patterns[player.pattern] ?? ""}
          transform="scale(1.5)"
          fill="none"
          stroke={look.edge}
          stroke-width="1.5"
          stroke-linecap="round"
        />
      </pattern>
      <path d="M0-22L19-11V11L0 22L-19 11V-11Z" fill={`url(#${id})`} stroke={look.edge} stroke-width="2" />
    </svg>
  )
}
