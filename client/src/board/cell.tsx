// One hexagon: its ground, and what is on it. Both are drawn again only when something about them has changed.
import { Component, type JSX } from "preact"
import { hexagon } from "../scene/geometry"
import type { Cell, CellState, Stage } from "../api/protocol"
import { cellWords } from "../scene/descriptions"
import { tone } from "./palette"
import { PieceArt, Symbol, Written, isNumber } from "./piece"

abstract class Still<P extends object> extends Component<P> {
  override shouldComponentUpdate(next: P): boolean {
    const now = this.props as Partial<P>
    for (const name in next) if (name !== "children" && now[name] !== next[name]) return true
    return false
  }
}

interface GroundProps {
  x: number
  y: number
  flat: boolean
  stage: Stage
  kind: string
  seat: number
  /** The colour of its area, or nothing. */
  colour: string
  lit: boolean
}

export class Ground extends Still<GroundProps> {
  override render(): JSX.Element {
    const { x, y, flat, stage, kind, seat, colour, lit } = this.props
    const points = hexagon(flat)
    return (
      <g transform={`translate(${x} ${y})`}>
        <polygon class="ground" points={points} />
        {colour && <polygon class={lit ? "tint lit" : "tint"} points={points} fill={tone(colour).fill} />}
        {!colour && lit && <polygon class="tint lit" points={points} fill={tone("green").fill} />}
        {kind && (
          <g style={{ color: seat >= 0 ? tone(stage.players[seat]?.colour).fill : "#888" }}>
            <Symbol kind={kind} />
          </g>
        )}
      </g>
    )
  }
}

export interface CellProps {
  id: string
  x: number
  y: number
  flat: boolean
  stage: Stage
  spot: CellState | undefined
  cell: Cell
  state: string
  tab: boolean
  named: boolean
  still: boolean
}

export class Content extends Still<CellProps> {
  override render(): JSX.Element {
    const { id, x, y, flat, stage, spot, cell, state, tab, named, still } = this.props
    const reach = still
      ? {}
      : {
          role: "button" as const,
          tabindex: tab ? 0 : -1,
          "aria-label": cellWords(stage, cell, spot),
          "data-id": id,
          "aria-disabled": !/next|picked|instead/.test(state),
        }
    return (
      <g class={`cell ${state}`} transform={`translate(${x} ${y})`} {...reach}>
        <polygon class="hit" points={hexagon(flat)} />
        {(spot?.marks ?? []).map((mark, n) => (
          <Symbol key={n} kind={mark} />
        ))}
        {spot?.label && spot.kind !== "cross" ? <Label text={spot.label} kind={spot.kind ?? ""} place={id} /> : null}
        {spot?.piece && <PieceArt key={JSON.stringify(spot.piece)} stage={stage} piece={spot.piece} flat={flat} />}
        {state.includes("recent") && <polygon class="recent-mark" points={hexagon(flat, 46)} />}
        {named && !spot && (
          <text class="name" y="7">
            {cell[0]}
          </text>
        )}
        {(state || tab) && <polygon class="edge" points={hexagon(flat, 43)} />}
      </g>
    )
  }
}

function Label({ text, kind, place }: { text: string; kind: string; place: string }): JSX.Element {
  if (!kind && isNumber(text)) return <Written key={text} text={text} place={place} />
  return (
    <text class={`label on-${kind || "paper"}`} y={text.length < 2 ? 16 : 14} font-size={text.length < 2 ? 46 : 40}>
      {text}
    </text>
  )
}
