// The symbols shared with the server's SVG, around the origin.
import type { JSX } from "preact"
import symbols from "symbols"

/** Defines all symbols once for the whole page. */
export function SymbolDefinitions(): JSX.Element {
  const all = Object.entries(symbols).map(([name, drawn]) => `<g id="bx-${name}">${drawn}</g>`)
  return (
    <svg class="definitions" aria-hidden="true">
      <defs dangerouslySetInnerHTML={{ __html: all.join("") }} />
    </svg>
  )
}

/** Draws a symbol by name, or a disc for an unknown name. */
export function Symbol({ kind }: { kind: string }): JSX.Element {
  return kind in symbols ? <use href={`#bx-${kind}`} /> : <circle r="30" fill="currentColor" stroke="#222" stroke-width="3" />
}
