// One cell in layers that live apart: ground, content and marks. Each renders again only when one of its props has changed.
import { Component, type JSX } from "preact"
import type { Cell, CellState, Stage } from "../api/protocol"
import { describeCell } from "../scene/descriptions"
import { hexagon } from "../scene/geometry"
import { Handwritten, isNumber } from "../pieces/handwriting"
import { Mark, Pennant } from "./marks"
import { areaColour, tone } from "../pieces/palette"
import { PieceView } from "../pieces/piece"
import { Symbol, SymbolLabel } from "../pieces/symbol"

abstract class PureComponent<P extends object> extends Component<P> {
  override shouldComponentUpdate(next: P): boolean {
    const now = this.props as Partial<P>
    for (const name in next) if (name !== "children" && now[name] !== next[name]) return true
    return false
  }
}

interface GroundProps {
  id: string
  x: number
  y: number
  flat: boolean
  stage: Stage
  kind: string
  seat: number
  /** The colour of its area, or empty. */
  colour: string
  /** Whether something is written or placed on it. */
  occupied: boolean
  /** Whether a piece covers the middle of its ground. */
  covered: boolean
  /** Whether its area is highlighted. */
  highlighted: boolean
  /** Whether a small picture shows that it changed since the viewer's last turn. */
  since: boolean
}

/** Returns one of three tones by the id of a cell, so that neighbours differ a little and a cell never changes. */
function toneOf(id: string): number {
  let sum = 7
  for (let n = 0; n < id.length; n++) sum = (sum * 31 + id.charCodeAt(n)) % 8191
  return (sum % 3) + 1
}

/** Returns the properties for symbols that are printed in a deep shade of the colour of their area, `--w-area`. */
const deepened = (colour: string): Record<string, string> => ({ "--w-area": `color-mix(in oklab, ${areaColour(colour)} 48%, #000)` })

export class CellGround extends PureComponent<GroundProps> {
  override render(): JSX.Element {
    const { id, x, y, flat, stage, kind, seat, colour, occupied, covered, highlighted, since } = this.props
    const points = hexagon(flat)
    const player = stage.players[seat]
    const own = kind && `cell-${kind}` in (stage.theme?.palette ?? {}) ? { fill: `var(--w-cell-${kind})` } : {}
    return (
      <g transform={`translate(${x} ${y})`}>
        <polygon class={`ground tone-${toneOf(id)}${occupied ? " filled" : ""}${since ? " since" : ""}`} points={points} style={own} />
        {(colour || highlighted) && (
          <polygon
            class={highlighted ? "tint highlighted" : occupied ? "tint occupied" : "tint"}
            points={points}
            style={{ fill: areaColour(colour || "green") }}
          />
        )}
        {kind && (
          <g style={{ color: player ? tone(player.colour).fill : "#888", ...(colour ? deepened(colour) : {}) }}>
            <Symbol kind={kind} colour={player?.colour} states={covered ? ["under"] : []} />
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
  /** Degrees by which directions of the grid are turned on the screen. */
  turned: number
  stage: Stage
  state: CellState | undefined
  cell: Cell
  classes: string
  /** Whether the Tab key reaches it. */
  tabStop: boolean
  decorative: boolean
}

export class CellContent extends PureComponent<ContentProps> {
  /** Whether its number was written while it was shown: only then it is seen being written. */
  private written = false

  override shouldComponentUpdate(next: ContentProps): boolean {
    if (next.id !== this.props.id) this.written = false
    else if (next.state?.label !== this.props.state?.label) this.written = next.state?.label !== undefined
    return super.shouldComponentUpdate(next)
  }

  override render(): JSX.Element {
    const { id, x, y, flat, turned, stage, state, cell, classes, tabStop, decorative } = this.props
    const attributes = decorative
      ? { "data-id": id }
      : {
          role: "button" as const,
          tabindex: tabStop ? 0 : -1,
          "aria-label": describeCell(stage, cell, state),
          "data-id": id,
          "aria-disabled": !/next|picked|alternative/.test(classes),
        }
    return (
      <g class={`cell ${classes}${this.written ? " fresh" : ""}`} transform={`translate(${x} ${y})`} {...attributes}>
        <polygon class="hit" points={hexagon(flat)} />
        {(state?.marks ?? []).map((mark, n) => (
          <Symbol key={n} kind={mark} />
        ))}
        {state?.label && state.kind !== "cross" ? <Label text={state.label} kind={state.kind ?? ""} id={id} /> : null}
        {state?.piece && (
          <PieceView key={JSON.stringify(state.piece)} stage={stage} piece={state.piece} angle={-60 * (state.piece.facing ?? 0) + turned} />
        )}
        {(tabStop || classes.includes("told")) && <polygon class="edge" points={hexagon(flat, 43)} />}
      </g>
    )
  }
}

interface MarksProps {
  x: number
  y: number
  flat: boolean
  /** The names of the marks, separated by spaces. */
  marks: string
  /** The number of the event since the viewer's last turn that touched the cell; 0 for none. */
  since: number
}

/** The marks on a cell. Only cells with a mark have one. */
export class CellMarks extends PureComponent<MarksProps> {
  override render(): JSX.Element {
    const { x, y, flat, marks, since } = this.props
    return (
      <g transform={`translate(${x} ${y})`}>
        {marks
          .split(" ")
          .filter(Boolean)
          .map((kind) => (
            <Mark key={kind} kind={kind} flat={flat} />
          ))}
        {since > 0 && <Pennant number={since} />}
      </g>
    )
  }
}

function Label({ text, kind, id }: { text: string; kind: string; id: string }): JSX.Element {
  if (!kind && isNumber(text)) return <Handwritten key={text} text={text} id={id} />
  return <SymbolLabel name={kind} text={text} />
}
