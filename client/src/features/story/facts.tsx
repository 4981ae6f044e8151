// A card of facts about what is pointed at or selected, in the corner of the board where it covers least.
import type { JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import type { Card, Scene, Stage } from "../../api/protocol"
import { narrow } from "../../ui/media"
import type { Chooser } from "../table/chooser"

/** Returns the kinds of what is on a cell or in a tray, the most specific first. */
function kindsOf(scene: Scene, id: string): string[] {
  for (const items of Object.values(scene.trays ?? {})) {
    const item = items.find((one) => one.id === id)
    if (item) return [item.kind]
  }
  for (const [prefix, board] of Object.entries(scene.boards ?? {})) {
    const cell = id.startsWith(prefix) ? board.cells?.[id.slice(prefix.length)] : undefined
    if (cell) return [cell.piece?.kind ?? "", cell.kind ?? "", ...(cell.marks ?? [])].filter(Boolean)
  }
  return []
}

/** Returns the facts about an id: its own, or those of its kind. */
function cardOf(stage: Stage, scene: Scene, id: string): Card | null {
  const kind = kindsOf(scene, id).find((one) => stage.cards?.[one])
  return scene.cards?.[id] ?? (kind === undefined ? null : (stage.cards?.[kind] ?? null))
}

/** The classes of the corners of the board, the usual one first. */
const corners = ["at-bottom at-left", "at-bottom at-right", "at-top at-left", "at-top at-right"] as const
type Corner = (typeof corners)[number]
/** Pixels between a card and the edges of its corner. */
const inset = 4
/** How bad it is to cover things: what the card is about, what can be chosen, other things beside the board and buttons, pieces. */
const weights = { subject: 1000, choosable: 100, thing: 10, piece: 1 }

/** Returns the corner where a card covers least, the `first` one of equal corners, and whether it covers more than pieces. */
function freest(card: HTMLElement, id: string, first: Corner): { corner: Corner; covers: boolean } {
  const area = card.closest(".area")
  if (!area) return { corner: first, covers: false }
  const { left, top, right, bottom } = area.getBoundingClientRect()
  const [w, h] = [card.offsetWidth, card.offsetHeight]
  // Buttons above a full dock lie over the board, too.
  const boxesOf = (selector: string): DOMRect[] =>
    [...(area.parentElement ?? area).querySelectorAll(selector)].map((one) => one.getBoundingClientRect())
  const kinds = [
    [boxesOf(`[data-id="${CSS.escape(id)}"]`), weights.subject],
    [boxesOf(".cell.next .hit, .item.next, .buttons > *"), weights.choosable],
    [boxesOf(".beside .item, .tally, .zoom button, .threats"), weights.thing],
    [boxesOf(".cell .piece"), weights.piece],
  ] as const
  const costOf = (corner: Corner): number => {
    const x = corner.endsWith("at-left") ? left + inset : right - inset - w
    const y = corner.startsWith("at-top") ? top + inset : bottom - inset - h
    const isCovered = (box: DOMRect): boolean => box.right > x && box.left < x + w && box.bottom > y && box.top < y + h
    return kinds.reduce((sum, [boxes, weight]) => sum + weight * boxes.filter(isCovered).length, 0)
  }
  const costs = [first, ...corners].map((corner) => ({ corner, cost: costOf(corner) }))
  const best = costs.reduce((least, one) => (one.cost < least.cost ? one : least))
  return { corner: best.corner, covers: best.cost >= weights.thing }
}

export function Facts({ model, stage, scene }: { model: Chooser; stage: Stage; scene: Scene }): JSX.Element {
  const latest = useRef<Corner>(corners[0])
  const pointed = model.pointedAt.value
  const id = pointed ?? model.inspected.value ?? model.picked.value[model.picked.value.length - 1]
  const card = id === undefined || model.cue.value ? null : cardOf(stage, scene, id)
  // Other facts are another card, and not one that changes its size.
  return (
    <div class="facts-place" aria-live="polite">
      {card && id !== undefined && (
        <FactCard key={JSON.stringify([id, card])} {...{ id, card, latest }} next={model.candidates.value.next} asked={pointed !== null} />
      )}
    </div>
  )
}

interface CardProps {
  id: string
  card: Card
  /** The corner of the card before. */
  latest: { current: Corner }
  /** What can be chosen: when it changes, so may the corner. */
  next: ReadonlySet<string>
  /** Whether somebody points at it to read this. */
  asked: boolean
}

function FactCard({ id, card, latest, next, asked }: CardProps): JSX.Element {
  const box = useRef<HTMLElement>(null)
  const [place, setPlace] = useState<{ corner: Corner; covers: boolean } | null>(null)
  // When all of the page has changed: buttons that come at the same time are not to be covered.
  useEffect(() => {
    if (!box.current) return
    const found = freest(box.current, id, latest.current)
    latest.current = found.corner
    setPlace(found)
  }, [id, next])
  // A phone has no room to spare: what can be chosen and what lies beside the board stay in sight, and a long press shows the card.
  const hidden = !place || (place.covers && narrow.value && !asked)
  return (
    // In another corner it is another element, and not one that jumps there.
    <aside
      key={place?.corner}
      ref={box}
      data-about={id}
      class={`fact-card ${place?.corner ?? latest.current}${place ? "" : " unplaced"}${hidden ? " covering" : ""}`}
    >
      <h3>{card.title}</h3>
      {card.rows && card.rows.length > 0 && (
        <dl>
          {card.rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {card.text && <p>{card.text}</p>}
    </aside>
  )
}
