import type { JSX } from "preact"
import { useMemo } from "preact/hooks"
import { useLoad } from "./loading"

/** Draws a QR code with its quiet zone of four modules; the encoder is loaded on demand, since few pages need it. */
export function Qr({ text, label }: { text: string; label: string }): JSX.Element {
  const encoder = useLoad(() => import("./qr-encoder"), [])
  const modules = useMemo(() => encoder.value?.encodeQr(text) ?? [], [encoder.value, text])
  const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  const size = modules.length + 8
  return (
    <svg class="qr" viewBox={`-4 -4 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect x="-4" y="-4" width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  )
}
