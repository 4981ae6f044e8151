// The symbols shared with the server's SVG, around the origin.
import type { JSX } from "preact"
import drawn from "symbols"
import { Handwritten, isNumber } from "./handwriting"
import { hatchDefinition, markDefinitions } from "../board/marks"

const { symbols, labels, paints } = drawn
/** The names of symbols and of their states, without colours. */
const forms = new Set(Object.keys(symbols).map((name) => name.split("@")[0] ?? name))

/** Defines all symbols and marks once for the whole page. */
export function SymbolDefinitions(): JSX.Element {
  const all = Object.entries(symbols).map(([name, svg]) => `<g id="bx-${name}">${svg}</g>`)
  return (
    <svg class="definitions" aria-hidden="true">
      <defs dangerouslySetInnerHTML={{ __html: paints + all.join("") + markDefinitions() + hatchDefinition }} />
    </svg>
  )
}

/** Tells whether a kind has a form of its own for a state. */
export const hasForm = (kind: string, state: string): boolean => forms.has(`${kind}.${state}`)

/** Returns the name of the symbol for a kind in its states, of a seat's colour: the most specific one that exists. */
export function formOf(kind: string, colour = "", states: readonly string[] = []): string {
  const state = states.find((one) => hasForm(kind, one))
  const name = state === undefined ? kind : `${kind}.${state}`
  return `${name}@${colour}` in symbols ? `${name}@${colour}` : name
}

/** Tells whether a symbol shows its value by pips. */
export const hasPips = (name: string): boolean => symbols[name]?.includes('class="pips"') ?? false

interface Props {
  kind: string
  colour?: string | undefined
  states?: readonly string[]
}

/** Draws the symbol of a kind, or a disc for an unknown one. */
export function Symbol({ kind, colour = "", states = [] }: Props): JSX.Element {
  const name = formOf(kind, colour, states)
  return name in symbols ? <use href={`#bx-${name}`} /> : <circle r="30" fill="currentColor" stroke="#222" stroke-width="3" />
}

/** Writes the label of a symbol at the place it names. */
export function SymbolLabel({ name, text }: { name: string; text: string }): JSX.Element {
  const [x, y, size, colour, hand] = labels[name] ?? [0, 0, text.length < 2 ? 46 : 40, "ink", false]
  const fill = colour.startsWith("#") ? colour : `var(--w-${colour}, var(--ink))`
  if (hand && isNumber(text))
    return (
      <g transform={`translate(${x} ${y})`} style={{ stroke: fill }}>
        <Handwritten text={text} size={size} />
      </g>
    )
  return (
    <text class={hasPips(name) ? "label numeral" : "label"} x={x} y={y + 0.35 * size} font-size={size} style={{ fill }}>
      {text}
    </text>
  )
}
