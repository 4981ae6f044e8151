// A QR code as SVG.
import type { JSX } from "preact"
import { useMemo } from "preact/hooks"
import { encode } from "./qr-encoder"

export function Qr({ text, label }: { text: string; label: string }): JSX.Element {
  const grid = useMemo(() => encode(text), [text])
  const dark = grid.flatMap((line, y) => line.flatMap((one, x) => (one ? [`M${x} ${y}h1v1h-1z`] : [])))
  const size = grid.length + 8
  return (
    <svg class="qr" viewBox={`-4 -4 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect x="-4" y="-4" width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  )
}
