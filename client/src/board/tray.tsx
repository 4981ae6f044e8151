// A tray of items beside the boards: dice, a hand, cards.
import type { JSX } from "preact"
import type { Figure, Item, Stage, Tray } from "../api/protocol"
import { describeItem } from "../scene/descriptions"
import { centre, size } from "../scene/geometry"
import { markClasses, type Highlights } from "./board"
import { tone } from "./palette"
import { Symbol } from "./symbol"

interface Props {
  stage: Stage
  tray: Tray
  items: readonly Item[]
  highlights: Highlights
  onPick?: (id: string) => void
  onPoint?: (id: string | null) => void
}

export function TrayView({ stage, tray, items, ...rest }: Props): JSX.Element | null {
  if (items.length === 0) return null
  return (
    <div role="group" class={`tray tray-${tray.id.split(".").pop() ?? ""}`} data-tray={tray.id} aria-label={tray.title}>
      <h2>{tray.title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <ItemView stage={stage} seat={tray.seat ?? -1} item={item} {...rest} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type ItemProps = Omit<Props, "tray" | "items"> & { seat: number; item: Item }

function ItemView({ stage, seat, item, highlights, onPick, onPoint }: ItemProps): JSX.Element {
  const picked = highlights.picked.includes(item.id)
  const next = highlights.next.has(item.id)
  const alternative = highlights.alternatives.has(item.id)
  const used = item.marks?.includes("used") ?? false
  const figure = stage.figures?.[item.id]
  const description = describeItem(stage, item) + (figure?.label ? `, ${figure.label}` : "")
  const classes = [
    "item",
    figure ? "with-figure" : "",
    picked ? "picked" : "",
    next ? "next" : alternative ? "alternative" : "",
    used ? "used" : "",
    ...markClasses(highlights, item.id),
  ]
    .filter(Boolean)
    .join(" ")
  const picture = figure ? <Card item={item} figure={figure} /> : <Token stage={stage} seat={seat} item={item} />
  const count =
    item.count !== undefined && item.count !== 1 ? (
      <span class="count" aria-hidden="true">
        ×{item.count}
      </span>
    ) : null
  const pointing = {
    onPointerEnter: (event: PointerEvent) => event.pointerType === "mouse" && onPoint?.(item.id),
    onPointerLeave: () => onPoint?.(null),
    onFocus: (event: FocusEvent) => event.target instanceof Element && event.target.matches(":focus-visible") && onPoint?.(item.id),
    onBlur: () => onPoint?.(null),
  }
  if (!next && !picked && !alternative) {
    return (
      <span
        class={classes}
        data-id={item.id}
        role={onPick ? "button" : "img"}
        aria-disabled={onPick ? true : undefined}
        tabIndex={onPick ? 0 : undefined}
        aria-label={description}
        title={description}
        onClick={() => onPick?.(item.id)}
        onKeyDown={(event) => {
          if (!onPick || (event.key !== "Enter" && event.key !== " ")) return
          event.preventDefault()
          onPick(item.id)
        }}
        {...pointing}
      >
        {picture}
        {count}
      </span>
    )
  }
  return (
    <button
      type="button"
      class={classes}
      data-id={item.id}
      aria-label={description}
      aria-pressed={picked}
      title={description}
      onClick={() => onPick?.(item.id)}
      {...pointing}
    >
      {picture}
      {count}
    </button>
  )
}

/** A die, tile or other item drawn as a symbol. */
function Token({ stage, seat, item }: { stage: Stage; seat: number; item: Item }): JSX.Element {
  const colour = seat >= 0 ? tone(stage.players[seat]?.colour).fill : "#888"
  return (
    <svg viewBox="-50 -50 100 100" aria-hidden="true">
      <g key={item.label} class="face" style={{ color: colour }}>
        <Symbol kind={item.kind} />
        {item.label && (
          <text class="label on-item" y={item.label.length < 2 ? 14 : 11} font-size={item.label.length < 2 ? 40 : 32}>
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

/** A card that shows a pattern of hexagons. */
function Card({ item, figure }: { item: Item; figure: Figure }): JSX.Element {
  const centres = figure.cells.map(([q, r, kind]) => [...centre(q, r), kind] as const)
  const xs = centres.map(([x]) => x)
  const ys = centres.map(([, y]) => y)
  const left = Math.min(...xs) - size
  const top = Math.min(...ys) - size
  const scale = Math.min(0.36, 84 / (Math.max(...xs) + size - left), 74 / (Math.max(...ys) + size - top))
  const x = 50 - ((Math.min(...xs) + Math.max(...xs)) / 2) * scale
  const y = 58 - ((Math.min(...ys) + Math.max(...ys)) / 2) * scale
  return (
    <svg class="card" viewBox="0 0 100 124" aria-hidden="true">
      <rect class="card-face" x="2" y="2" width="96" height="120" rx="10" />
      <g transform={`translate(${x} ${y}) scale(${scale})`}>
        {centres.map(([a, b, kind], n) => (
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
