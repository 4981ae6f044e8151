// A tray of items beside the boards: dice, a hand, cards.
import type { JSX } from "preact"
import { useRef } from "preact/hooks"
import type { Figure, Item, SeatStyle, Stage, Tray } from "../api/protocol"
import { t } from "../i18n/texts"
import { captionOf, describeItem } from "../scene/descriptions"
import { centre, size } from "../scene/geometry"
import { markClasses, type Highlights } from "./board"
import { tone } from "../pieces/palette"
import { Swatch } from "../pieces/swatch"
import { formOf, Symbol, SymbolLabel } from "../pieces/symbol"
import { arrange, arrangement } from "../ui/settings"

interface Props {
  stage: Stage
  tray: Tray
  items: readonly Item[]
  /** Whose it is, where that has to be said. */
  owner?: SeatStyle | undefined
  highlights: Highlights
  onPick?: (id: string, touch?: boolean) => void
  onPoint?: (id: string | null) => void
}

/** Returns cards in their order, the same for all who look at the table, then null for each place that is free. */
function useRow(items: readonly Item[], room: number): readonly (Item | null)[] {
  const most = useRef(room)
  most.current = Math.max(most.current, items.length)
  return [...items, ...Array.from({ length: most.current - items.length }, () => null)]
}

/**
 * Returns what a seat holds at the places it had before, and new things at the first free places; null for a place that is free.
 * The places are the same after a reload, and when others have used the device.
 */
function useRack(tray: string, items: readonly Item[], room: number): readonly (Item | null)[] {
  const key = `${location.pathname} ${tray}`
  const before = useRef<readonly string[] | null>(null)
  before.current ??= room > 0 ? arrangement(key) : []
  const places: (Item | null)[] = before.current.map((id) => items.find((item) => item.id === id) ?? null)
  for (const item of items) {
    if (places.includes(item)) continue
    const free = places.indexOf(null)
    places[free < 0 ? places.length : free] = item
  }
  while (places.length < room) places.push(null)
  const now = places.map((item) => item?.id ?? "")
  if (room > 0 && now.join() !== before.current.join()) arrange(key, now)
  before.current = now
  return places
}

export function TrayView({ stage, tray, items, owner, ...rest }: Props): JSX.Element | null {
  const room = tray.repeated ? 0 : (tray.room ?? 0)
  // A row of cards is one when all have been taken, too.
  const cards = useRef(false)
  cards.current ||= items.some((item) => stage.figures?.[item.id])
  const row = useRow(items, room)
  const rack = useRack(tray.id, items, room)
  const places = cards.current ? row : room > 0 ? rack : items
  // Dice that lie in groups are other things after a roll, and do not slide to new places.
  const roll = tray.repeated ? items.map((item) => `${item.id} ${item.count ?? 1}`).join() : ""
  if (items.length === 0 && !tray.room) return null
  let free = room - items.reduce((sum, item) => sum + (item.count ?? 1), 0)
  return (
    <div
      role="group"
      class={`tray tray-${tray.id.split(".").pop() ?? ""}${owner ? " owned" : ""}`}
      data-tray={tray.id}
      aria-label={owner ? t().ownedTray(tray.title, owner.name) : tray.title}
    >
      <h2>
        {owner && <Swatch player={owner} stage={stage} />}
        <span>{owner ? t().ownedTray(tray.title, owner.name) : tray.title}</span>
      </h2>
      <ul>
        {places.map((item, place) =>
          item === null ? (
            <li
              key={`free ${place}`}
              class={cards.current ? "item with-figure free" : free-- > 0 ? "free-place" : "free-place filled"}
              aria-hidden="true"
            />
          ) : (
            // The place of a card stays when the card moves up.
            <li key={cards.current ? `place ${place}` : `${item.id} ${roll}`}>
              <ItemView key={item.id} stage={stage} seat={tray.seat ?? -1} item={item} repeated={tray.repeated ?? false} {...rest} />
            </li>
          ),
        )}
      </ul>
    </div>
  )
}

type ItemProps = Omit<Props, "tray" | "items" | "owner"> & { seat: number; item: Item; repeated: boolean }

function ItemView({ stage, seat, item, repeated, highlights, onPick, onPoint }: ItemProps): JSX.Element {
  // What stands for a piece on the board is chosen and marked with it.
  const id = item.cell || item.id
  const picked = highlights.picked.includes(id)
  const next = highlights.next.has(id)
  const alternative = highlights.alternatives.has(id)
  const used = item.marks?.includes("used") ?? false
  const figure = stage.figures?.[item.id]
  // What is written on a card is part of its name, in the same order.
  const written = figure ? [item.note, figure.label].filter(Boolean).join(" ") : ""
  const caption = figure ? "" : captionOf(item)
  const described = describeItem(stage, figure ? { ...item, note: "" } : item, repeated)
  const description = described + (written ? `, ${written}` : "")
  const classes = [
    "item",
    figure ? "with-figure" : "",
    picked ? "picked" : "",
    next ? "next" : alternative ? "alternative" : "",
    used ? "used" : "",
    caption ? "captioned" : "",
    repeated ? "repeated" : "",
    ...(item.cell ? [] : markClasses(highlights, id)),
  ]
    .filter(Boolean)
    .join(" ")
  const drawn = figure ? <Card figure={figure} scale={figureScale(stage)} item={item} /> : <Token stage={stage} seat={seat} item={item} />
  const picture = repeated ? <span class="all">{Array.from({ length: item.count ?? 1 }, () => [drawn, " "])}</span> : drawn
  const count =
    item.count !== undefined && item.count !== 1 && !repeated ? (
      <span class="count" aria-hidden="true">
        ×{item.count}
      </span>
    ) : null
  const below = caption && (
    <span class="caption" aria-hidden="true">
      {item.name && <b>{item.name}</b>} {item.note && <span class="note">{item.note}</span>}
    </span>
  )
  const pick = (event: MouseEvent): void => onPick?.(id, event instanceof PointerEvent && event.pointerType === "touch")
  const pointing = {
    onPointerEnter: (event: PointerEvent) => event.pointerType === "mouse" && onPoint?.(id),
    onPointerLeave: () => onPoint?.(null),
    onFocus: (event: FocusEvent) => event.target instanceof Element && event.target.matches(":focus-visible") && onPoint?.(id),
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
        onClick={pick}
        onKeyDown={(event) => {
          if (!onPick || (event.key !== "Enter" && event.key !== " ")) return
          event.preventDefault()
          onPick(id)
        }}
        {...pointing}
      >
        {picture} {count} {below}
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
      onClick={pick}
      {...pointing}
    >
      {picture} {count} {below}
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

/** The part of a card that its pattern may take. */
const patternWidth = 116
const patternHeight = 62

/** Returns the box around a pattern, in the units of a board. */
function extentOf(figure: Figure): [left: number, top: number, width: number, height: number] {
  const centres = figure.cells.map(([q, r]) => centre(q, r))
  const [xs, ys] = [centres.map(([x]) => x), centres.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs) - size, Math.min(...ys) - size]
  return [left, top, Math.max(...xs) + size - left, Math.max(...ys) + size - top]
}

const scales = new WeakMap<Stage, number>()

/** Returns the scale at which the largest pattern fits on a card: all cards are drawn with it. */
function figureScale(stage: Stage): number {
  let scale = scales.get(stage)
  if (scale === undefined) {
    scale = 0.24
    for (const figure of Object.values(stage.figures ?? {})) {
      const [, , width, height] = extentOf(figure)
      scale = Math.min(scale, patternWidth / width, patternHeight / height)
    }
    scales.set(stage, scale)
  }
  return scale
}

/** A card that shows a pattern of hexagons, its stars at the left, its points in a seal at the right, and what can be said of it now. */
function Card({ figure, scale, item }: { figure: Figure; scale: number; item: Item }): JSX.Element {
  const [left, top, width, height] = extentOf(figure)
  const [stars = "", points = ""] = (figure.label ?? "").split(" ")
  const lacking = item.marks?.includes("missing") ?? false
  const flag = item.note ? 15 + 7 * item.note.length : 0
  return (
    <svg class={lacking ? "card lacking" : "card"} viewBox="0 0 132 102" aria-hidden="true">
      <rect class="card-cast" x="3" y="5" width="128" height="96" rx="9" />
      <rect class="card-face" x="2" y="2" width="128" height="96" rx="9" />
      {lacking && <path class="card-hatch" d={cardHatch} />}
      <g
        class="card-pattern"
        transform={`translate(${66 - (left + width / 2) * scale} ${44 - (top + height / 2) * scale}) scale(${scale})`}
      >
        {figure.cells.map(([q, r, kind], n) => {
          const [x, y] = centre(q, r)
          return (
            <g key={n} transform={`translate(${x} ${y})`}>
              <Symbol kind={kind} />
            </g>
          )
        })}
      </g>
      {flag > 0 && (
        <g class="card-flag">
          <path d={`M-4-5H${flag}L${flag - 6} 4L${flag} 13H-4Z`} />
          <text x={(flag - 9) / 2} y="8.5">
            {item.note}
          </text>
        </g>
      )}
      <text class="card-stars" x="9" y="91">
        {stars}
      </text>
      <path class="card-seal" d="M111 63L127 72V90L111 99L95 90V72Z" />
      <path class="card-seal dark" d="M127 72V90L111 99Z" />
      <text class="card-worth" x="111" y="89">
        {points}
      </text>
    </svg>
  )
}

/** Fine diagonal lines on a card that does not fit. */
const cardHatch = Array.from({ length: 22 }, (_, n) => {
  const x = -84 + 10 * n
  const [from, to] = [Math.max(4, x), Math.min(128, x + 92)]
  return `M${from} ${4 + from - x}L${to} ${4 + to - x}`
}).join("")
