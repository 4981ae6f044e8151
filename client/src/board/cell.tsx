// One cell in two layers, its ground and its content. Each renders again only when one of its props has changed.
import { Component, type JSX } from "preact"
import type { Cell, CellState, Stage } from "../api/protocol"
import { describeCell } from "../scene/descriptions"
import { hexagon } from "../scene/geometry"
import { Handwritten, isNumber } from "./handwriting"
import { tone } from "./palette"
import { PieceView } from "./piece"
import { Symbol } from "./symbol"

abstract class PureComponent<P extends object> extends Component<P> {
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
  /** The colour of its area, or empty. */
  colour: string
  /** Whether its area is highlighted. */
  highlighted: boolean
}

export class CellGround extends PureComponent<GroundProps> {
  override render(): JSX.Element {
    const { x, y, flat, stage, kind, seat, colour, highlighted } = this.props
    const points = hexagon(flat)
    return (
      <g transform={`translate(${x} ${y})`}>
        <polygon class="ground" points={points} />
        {colour && <polygon class={highlighted ? "tint highlighted" : "tint"} points={points} fill={tone(colour).fill} />}
        {!colour && highlighted && <polygon class="tint highlighted" points={points} fill={tone("green").fill} />}
        {kind && (
          <g style={{ color: seat >= 0 ? tone(stage.players[seat]?.colour).fill : "#888" }}>
            <Symbol kind={kind} />
          </g>
        )}
      </g>
    )
  }
}

interface ContentProps {
  id: string
  x: number
  y: number
  flat: boolean
  stage: Stage
  state: CellState | undefined
  cell: Cell
  classes: string
  /** The number of the latest action here since the viewer's last turn, or 0. */
  since: number
  /** Whether the Tab key reaches it. */
  tabStop: boolean
  /** Whether its name is written on it while it is empty. */
  named: boolean
  decorative: boolean
}

export class CellContent extends PureComponent<ContentProps> {
  override render(): JSX.Element {
    const { id, x, y, flat, stage, state, cell, classes, since, tabStop, named, decorative } = this.props
    const attributes = decorative
      ? {}
      : {
          role: "button" as const,
          tabindex: tabStop ? 0 : -1,
          "aria-label": describeCell(stage, cell, state),
          "data-id": id,
          "aria-disabled": !/next|picked|alternative/.test(classes),
        }
    return (
      <g class={`cell ${classes}`} transform={`translate(${x} ${y})`} {...attributes}>
        <polygon class="hit" points={hexagon(flat)} />
        {(state?.marks ?? []).map((mark, n) => (
          <Symbol key={n} kind={mark} />
        ))}
        {state?.label && state.kind !== "cross" ? <Label text={state.label} kind={state.kind ?? ""} id={id} /> : null}
        {state?.piece && <PieceView key={JSON.stringify(state.piece)} stage={stage} piece={state.piece} flat={flat} />}
        {classes.includes("recent") && <polygon class="recent-mark" points={hexagon(flat, 46)} />}
        {since > 0 && (
          <g class="pennant" transform="translate(-30 -38)">
            <path d="M0 30V0H24L18 8L24 16H0" />
            <text x="9" y="12">
              {since}
            </text>
          </g>
        )}
        {named && !state && (
          <text class="name" y="7">
            {cell[0]}
          </text>
        )}
        {(classes || tabStop) && <polygon class="edge" points={hexagon(flat, 43)} />}
      </g>
    )
  }
}

function Label({ text, kind, id }: { text: string; kind: string; id: string }): JSX.Element {
  if (!kind && isNumber(text)) return <Handwritten key={text} text={text} id={id} />
  return (
    <text class={`label on-${kind || "paper"}`} y={text.length < 2 ? 16 : 14} font-size={text.length < 2 ? 46 : 40}>
      {text}
    </text>
  )
}
