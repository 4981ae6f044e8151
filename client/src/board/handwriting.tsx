// Handwritten numbers, around the origin.
import type { JSX } from "preact"

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
const advance = 25

/** Draws a number; the tilt depends on the cell's id, so that neighbouring numbers differ a little. */
export function Handwritten({ text, id }: { text: string; id: string }): JSX.Element {
  const tilt = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 97, 7) % 9
  const scale = text.length > 1 ? 1.2 : 1.45
  const left = -(text.length * advance - 5) / 2
  return (
    <g class="written" transform={`rotate(${tilt - 4}) scale(${scale}) translate(${left} -15)`}>
      {[...text].map((digit, n) => (
        <path key={n} d={digits[digit]} transform={`translate(${n * advance} 0)`} />
      ))}
    </g>
  )
}

export const isNumber = (text: string): boolean => /^\d{1,3}$/.test(text)
