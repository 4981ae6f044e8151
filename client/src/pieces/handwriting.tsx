// Handwritten numbers, around the origin.
import type { JSX } from "preact"

const advance = 25

/** Draws a number; the tilt depends on the id of its place, so that neighbouring numbers differ a little and never change. */
export function Handwritten({ text, id = "", size = 43 }: { text: string; id?: string; size?: number }): JSX.Element {
  const tilt = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 97, 7) % 9
  const scale = (size / 30) * (text.length > 1 ? 0.83 : 1)
  const left = -(text.length * advance - 5) / 2
  return (
    <g class="written" transform={`rotate(${tilt - 4}) scale(${Math.round(scale * 100) / 100}) translate(${left} -15)`}>
      {[...text].map((digit, n) => (
        <use key={n} href={`#bx-hand-${digit === "-" ? "minus" : digit}`} x={n * advance} />
      ))}
    </g>
  )
}

export const isNumber = (text: string): boolean => /^-?\d{1,3}$/.test(text)
