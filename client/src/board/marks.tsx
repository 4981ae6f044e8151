// Marks on cells, told apart by shape. Each is drawn once, with a casing that reads on every material, and used by cells.
import type { JSX } from "preact"

const point = (radius: number, angle: number): [number, number] => [
  radius * Math.cos((angle * Math.PI) / 180),
  radius * Math.sin((angle * Math.PI) / 180),
]
const text = ([x, y]: readonly [number, number]): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
const hexagon = (radius: number): string => `M${[30, 90, 150, 210, 270, 330].map((angle) => text(point(radius, angle))).join("L")}Z`

function cased(path: string, width: number, colour: string, more = ""): string {
  const line = `fill="none" stroke-linecap="round" stroke-linejoin="round" ${more}`
  return `<path d="${path}" ${line} stroke="var(--mark-case)" stroke-width="${width + 3.5}"/><path d="${path}" ${line} stroke="var(--mark-${colour})" stroke-width="${width}"/>`
}

function danger(): string {
  let brackets = ""
  let teeth = ""
  for (const angle of [30, 150, 270]) {
    const [x, y] = point(46, angle)
    const towards = (to: number): string => {
      const [a, b] = point(46, to)
      return text([x + (a - x) * 0.36, y + (b - y) * 0.36])
    }
    brackets += `M${towards(angle - 60)}L${text([x, y])}L${towards(angle + 60)}`
    teeth += `M${text(point(46, angle + 51))}L${text(point(46, angle + 69))}L${text(point(31, angle + 60))}Z`
  }
  return `<path d="${teeth}" fill="var(--mark-danger)" stroke="var(--mark-case)" stroke-width="2.5" stroke-linejoin="round"/>${cased(brackets, 6, "danger")}`
}

const star = `M${Array.from({ length: 10 }, (_, n) => text(point(n % 2 ? 6.8 : 15, -90 + 36 * n))).join("L")}Z`
const brackets = `M${text(point(46, 143))}A46 46 0 0 1 ${text(point(46, 217))}M${text(point(46, -37))}A46 46 0 0 1 ${text(point(46, 37))}`
const marks: Record<string, string> = {
  can: '<circle r="10.5" fill="var(--mark-case)"/><circle r="7.5" fill="var(--mark-can)"/>',
  around: cased(hexagon(45), 3, "can"),
  chosen: `<path d="${hexagon(46)}" fill="var(--mark-chosen)" fill-opacity=".34" stroke="var(--mark-chosen-case)" stroke-width="9" stroke-linejoin="round"/><path d="${hexagon(46)}" fill="none" stroke="var(--mark-chosen)" stroke-width="5.5" stroke-linejoin="round"/>`,
  preview: cased(hexagon(44), 3.6, "preview", 'stroke-dasharray="10 8.5"'),
  danger: danger(),
  last: cased(brackets, 4.5, "last"),
  since:
    '<path d="M0-12H27L20-1.5 27 9H0Z" fill="var(--mark-since)" stroke="var(--mark-case)" stroke-width="2.6" stroke-linejoin="round"/><path d="M0-14V16" stroke="var(--mark-case)" stroke-width="6" stroke-linecap="round"/><path d="M0-14V16" stroke="var(--mark-since)" stroke-width="3.2" stroke-linecap="round"/>',
  scored: `${cased(hexagon(46), 2.6, "scored")}${cased(hexagon(38), 2, "scored")}<path transform="translate(26 -26)" d="${star}" fill="var(--mark-scored)" stroke="var(--mark-case)" stroke-width="2.6" stroke-linejoin="round"/>`,
}
/** Marks that follow the corners of the hexagon, so that they turn with it. */
const turned = new Set(["around", "chosen", "preview", "danger", "scored"])

/** Returns the definitions of all marks, as SVG. */
export function markDefinitions(): string {
  return Object.entries(marks)
    .map(([name, svg]) => `<g id="mark-${name}">${svg}</g>`)
    .join("")
}

export function Mark({ kind, flat }: { kind: string; flat: boolean }): JSX.Element {
  return <use href={`#mark-${kind}`} {...(flat && turned.has(kind) ? { transform: "rotate(30)" } : {})} />
}

/** The numbered pennant of something that happened since the viewer's last turn. */
export function Pennant({ number }: { number: number }): JSX.Element {
  return (
    <g class="pennant">
      <use href="#mark-since" />
      <text x="10.5" y="4" font-size="15">
        {number}
      </text>
    </g>
  )
}
