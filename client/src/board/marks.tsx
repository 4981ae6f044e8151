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
  "can-tile": '<circle r="13.5" fill="var(--mark-case)"/><circle r="10" fill="var(--mark-can)"/>',
  risk: '<path d="M0-14 14 11H-14Z" fill="var(--mark-danger)" stroke="var(--mark-case)" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke"/><path d="M0-5 6 6H-6Z" fill="var(--mark-can)" stroke="var(--mark-case)" stroke-width="1.6" stroke-linejoin="round"/>',
  around: cased(hexagon(45), 3, "can"),
  chosen: `<path d="${hexagon(46)}" fill="var(--mark-chosen)" fill-opacity=".34" stroke="var(--mark-chosen-case)" stroke-width="9" stroke-linejoin="round"/><path d="${hexagon(46)}" fill="none" stroke="var(--mark-chosen)" stroke-width="5.5" stroke-linejoin="round"/>`,
  danger: danger(),
  last: cased(brackets, 4.5, "last"),
  since:
    '<path d="M0-12H27L20-1.5 27 9H0Z" fill="var(--mark-since)" stroke="var(--mark-case)" stroke-width="2.6" stroke-linejoin="round"/><path d="M0-14V16" stroke="var(--mark-case)" stroke-width="6" stroke-linecap="round"/><path d="M0-14V16" stroke="var(--mark-since)" stroke-width="3.2" stroke-linecap="round"/>',
  scored: `${cased(hexagon(46), 2.6, "scored")}${cased(hexagon(38), 2, "scored")}<path transform="translate(26 -26)" d="${star}" fill="var(--mark-scored)" stroke="var(--mark-case)" stroke-width="2.6" stroke-linejoin="round"/>`,
}
/** A badge at the lower right of a cell with a sign of its own. */
const badge = (colour: string, sign: string): string =>
  `<g transform="translate(24 26) scale(1.25)"><circle r="17" fill="var(--mark-case)"/><circle r="14" fill="var(--mark-${colour})"/><path d="${sign}" fill="none" stroke="var(--mark-case)" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/></g>`
// What a click does there, by shape: crossed blades, an arrow, a plus, a tick.
marks["attack"] = badge("danger", "M-7-7L7 7M7-7L-7 7M-8.5 3.5L-3.5 8.5M8.5 3.5L3.5 8.5")
marks["shot"] = badge("danger", "M-8 8L7-7M-1-7H7V1")
marks["merge"] = badge("can", "M0-8V8M-8 0H8")
marks["claim"] = badge("scored", "M-8 1L-2.5 7L8-6")
/** Marks that follow the corners of the hexagon, so that they turn with it. */
const turned = new Set(["around", "chosen", "danger", "scored"])

/** The definition of the lines of a hatching. */
export const hatchDefinition =
  '<pattern id="mark-hatch" width="15" height="15" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="15" height="15" fill="var(--mark-danger)" fill-opacity=".1"/><path d="M4 0V15" stroke="var(--mark-danger)" stroke-width="4" stroke-opacity=".75"/></pattern>'

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
