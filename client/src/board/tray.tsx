// A tray of items beside the boards: dice, a hand, cards.
import type { JSX } from "preact"
import type { Figure, Item, Stage, Tray } from "../api/protocol"
import { describeItem } from "../scene/descriptions"
import { centre, size } from "../scene/geometry"
import { markClasses, type Highlights } from "./board"
import { tone } from "./palette"
import { formOf, Symbol, SymbolLabel } from "./symbol"

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
    item.marks?.includes("missing") ? "lacking" : "",
    picked ? "picked" : "",
    next ? "next" : alternative ? "alternative" : "",
    used ? "used" : "",
    ...markClasses(highlights, item.id),
  ]
    .filter(Boolean)
    .join(" ")
  const picture = figure ? <Card figure={figure} marks={item.marks ?? []} /> : <Token stage={stage} seat={seat} item={item} />
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

/** The form of things that somebody holds, and therefore sees all of. */
const held = ["held"]

/** A die, tile or other item drawn as a symbol. */
function Token({ stage, seat, item }: { stage: Stage; seat: number; item: Item }): JSX.Element {
  const player = stage.players[seat]
  const name = formOf(item.kind, player?.colour, held)
  return (
    <svg viewBox="-50 -50 100 100" aria-hidden="true">
      <g key={item.label} class="face" style={{ color: player ? tone(player.colour).fill : "#888" }}>
        <Symbol kind={item.kind} colour={player?.colour} states={held} />
        {item.label && <SymbolLabel name={name} text={item.label} />}
      </g>
      {(item.marks ?? []).map((mark, n) => (
        <Symbol key={n} kind={mark} />
      ))}
    </svg>
  )
}

/** A mark that is a flag at the corner of a card; others are counted in a row below its pattern. */
const hasFlag = (mark: string): boolean => mark === "fits"

/** A card that shows a pattern of hexagons, its stars at the left and its points in a seal at the right. */
function Card({ figure, marks }: { figure: Figure; marks: readonly string[] }): JSX.Element {
  const centres = figure.cells.map(([q, r, kind]) => [...centre(q, r), kind] as const)
  const xs = centres.map(([x]) => x)
  const ys = centres.map(([, y]) => y)
  const [left, right] = [Math.min(...xs) - size, Math.max(...xs) + size]
  const [top, bottom] = [Math.min(...ys) - size, Math.max(...ys) + size]
  const scale = Math.min(0.22, 112 / (right - left), 62 / (bottom - top))
  const [stars = "", points = ""] = (figure.label ?? "").split(" ")
  return (
    <svg class="card" viewBox="0 0 132 102" aria-hidden="true">
      <rect class="card-cast" x="3" y="5" width="128" height="96" rx="9" />
      <rect class="card-face" x="2" y="2" width="128" height="96" rx="9" />
      <g transform={`translate(${66 - ((left + right) / 2) * scale} ${37 - ((top + bottom) / 2) * scale}) scale(${scale})`}>
        {centres.map(([x, y, kind], n) => (
          <g key={n} transform={`translate(${x} ${y})`}>
            <Symbol kind={kind} />
          </g>
        ))}
      </g>
      {marks.map((mark, n) => (
        <g
          key={n}
          transform={hasFlag(mark) ? "translate(16 15) scale(.32)" : `translate(${71 + (n - (marks.length - 1) / 2) * 11} 86) scale(.13)`}
        >
          <Symbol kind={mark} />
        </g>
      ))}
      <text class="card-stars" x="9" y="91">
        {stars}
      </text>
      <path class="card-seal" d="M111 63L127 72V90L111 99L95 90V72Z" />
      <text class="card-worth" x="111" y="89">
        {points}
      </text>
    </svg>
  )
}
