// A line chart of values between 0 and 1 over the steps of a game, with a legend.
import type { ComponentChildren, JSX } from "preact"

const width = 360
const height = 150
const left = 40
const right = 8
const top = 8
const bottom = 18
/** A dash pattern per line, for people who cannot tell the colours apart. */
const dashes = ["", "7 4", "2 4", "9 3 2 3", "4 2", "12 4", "2 2", "6 2 2 2"]

export type Point = [step: number, value: number]

export interface Line {
  name: string
  colour: string
  points: readonly Point[]
}

interface Props {
  title: string
  description: string
  lines: readonly Line[]
  lastStep: number
  currentStep: number
  markers: readonly Point[]
  markerName: string
  onSelect: (step: number) => void
  children: ComponentChildren
}

export function Chart({ title, description, lines, lastStep, currentStep, markers, markerName, onSelect, children }: Props): JSX.Element {
  const x = (step: number): number => left + ((width - left - right) * step) / Math.max(1, lastStep)
  const y = (value: number): number => top + (height - top - bottom) * (1 - value)
  const select = (event: MouseEvent): void => {
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect()
    const fraction = (((event.clientX - box.left) / box.width) * width - left) / (width - left - right)
    onSelect(Math.round(fraction * lastStep))
  }
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={description} onClick={select}>
        {[0, 0.5, 1].map((value) => (
          <g key={value}>
            <path class="rule" d={`M${left} ${y(value)}H${width - right}`} />
            <text class="scale" x={left - 5} y={y(value) + 3.5} text-anchor="end">
              {`${100 * value} %`}
            </text>
          </g>
        ))}
        <text class="scale" x={x(lastStep)} y={height - 4} text-anchor="end">
          {lastStep}
        </text>
        <path class="now" d={`M${x(currentStep)} ${top}V${height - bottom}`} />
        {lines.map(({ colour, points }, n) => (
          <polyline
            key={n}
            points={points.map(([step, value]) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}
            stroke={colour}
            stroke-dasharray={dashes[n % dashes.length]}
          />
        ))}
        {markers.map(([step, value]) => (
          <circle key={step} class={step === currentStep ? "mistake current" : "mistake"} cx={x(step)} cy={y(value)} r="4" />
        ))}
      </svg>
      <ul class="chart-legend">
        {lines.map(({ name, colour }, n) => (
          <li key={n}>
            <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">
              <path d="M0 4H28" stroke={colour} stroke-width="3" stroke-dasharray={dashes[n % dashes.length]} />
            </svg>
            {name}
          </li>
        ))}
        <li>
          <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
            <circle class="mistake" cx="5" cy="5" r="4" />
          </svg>
          {markerName}
        </li>
      </ul>
      {children}
    </figure>
  )
}
