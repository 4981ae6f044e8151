// Things beside the boards: dice, hands, cards, boxes.
import type { JSX } from "preact"
import { tone } from "./palette"
import type { Figure, Item, Stage, Tray } from "../api/protocol"
import { centre, size } from "../scene/geometry"
import { itemWords } from "../scene/descriptions"
import { Symbol } from "./piece"
import type { Marks } from "./board"

interface Props {
  stage: Stage
  tray: Tray
  items: readonly Item[]
  marks: Marks
  pick: (id: string) => void
  point: (id: string | null) => void
}

export function TrayView({ stage, tray, items, marks, pick, point }: Props): JSX.Element | null {
  if (items.length === 0) return null
  return (
    <div role="group" class={`tray tray-${tray.id.split(".").pop() ?? ""}`} aria-label={tray.title}>
      <h2>{tray.title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Thing stage={stage} seat={tray.seat ?? -1} item={item} marks={marks} pick={pick} point={point} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Thing({
  stage,
  seat,
  item,
  marks,
  pick,
  point,
}: {
  stage: Stage
  seat: number
  item: Item
  marks: Marks
  pick: (id: string) => void
  point: (id: string | null) => void
}): JSX.Element {
  const picked = marks.picked.includes(item.id)
  const next = marks.next.has(item.id)
  const used = item.marks?.includes("used") ?? false
  const figure = stage.figures?.[item.id]
  const words = itemWords(stage, item) + (figure?.label ? `, ${figure.label}` : "")
  const state = [
    "thing",
    figure ? "with-figure" : "",
    picked ? "picked" : "",
    next ? "next" : marks.instead.has(item.id) ? "instead" : "",
    used ? "used" : "",
    marks.lit.has(item.id) ? "lit-up" : "",
  ]
    .filter(Boolean)
    .join(" ")
  const drawn = figure ? <Card item={item} figure={figure} /> : <Plain stage={stage} seat={seat} item={item} />
  const count =
    item.count !== undefined && item.count !== 1 ? (
      <span class="count" aria-hidden="true">
        ×{item.count}
      </span>
    ) : null
  if (!next && !picked && !marks.instead.has(item.id)) {
    return (
      <span class={state} role="img" aria-label={words} title={words}>
        {drawn}
        {count}
      </span>
    )
  }
  return (
    <button
      type="button"
      class={state}
      data-id={item.id}
      aria-label={words}
      aria-pressed={picked}
      title={words}
      onClick={() => pick(item.id)}
      onPointerEnter={() => point(item.id)}
      onPointerLeave={() => point(null)}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && point(item.id)}
      onBlur={() => point(null)}
    >
      {drawn}
      {count}
    </button>
  )
}

function Plain({ stage, seat, item }: { stage: Stage; seat: number; item: Item }): JSX.Element {
  const colour = seat >= 0 ? tone(stage.players[seat]?.colour).fill : "#888"
  return (
    <svg viewBox="-50 -50 100 100" aria-hidden="true">
      <g key={item.label} class="face" style={{ color: colour }}>
        <Symbol kind={item.kind} />
        {item.label && (
          <text class="label on-thing" y={item.label.length < 2 ? 14 : 11} font-size={item.label.length < 2 ? 40 : 32}>
            {item.label}
          </text>
        )}
      </g>
      {(item.marks ?? []).map((mark, n) => (
        <Symbol key={n} kind={mark} />
      ))}
    </svg>
  )
}

/** A card with its pattern of hexagons. */
function Card({ item, figure }: { item: Item; figure: Figure }): JSX.Element {
  const middles = figure.cells.map(([q, r, kind]) => [...centre(q, r), kind] as const)
  const xs = middles.map(([x]) => x)
  const ys = middles.map(([, y]) => y)
  const left = Math.min(...xs) - size
  const top = Math.min(...ys) - size
  const scale = Math.min(0.36, 84 / (Math.max(...xs) + size - left), 74 / (Math.max(...ys) + size - top))
  const x = 50 - ((Math.min(...xs) + Math.max(...xs)) / 2) * scale
  const y = 58 - ((Math.min(...ys) + Math.max(...ys)) / 2) * scale
  return (
    <svg class="card" viewBox="0 0 100 124" aria-hidden="true">
      <rect class="card-face" x="2" y="2" width="96" height="120" rx="10" />
      <g transform={`translate(${x} ${y}) scale(${scale})`}>
        {middles.map(([a, b, kind], n) => (
          <g key={n} transform={`translate(${a} ${b})`}>
            <Symbol kind={kind} />
          </g>
        ))}
      </g>
      <text class="card-name" x="9" y="18">
        {item.label}
      </text>
      <text class="card-worth" x="92" y="115">
        {figure.label}
      </text>
    </svg>
  )
}
