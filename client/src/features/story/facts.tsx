// A card of facts about what is pointed at or selected, always in the same place.
import type { JSX } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import type { Card, Scene, Stage } from "../../api/protocol"
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

export function Facts({ model, stage, scene }: { model: Chooser; stage: Stage; scene: Scene }): JSX.Element {
  const id = model.pointedAt.value ?? model.inspected.value ?? model.picked.value[model.picked.value.length - 1]
  const card = id === undefined || model.cue.value ? null : cardOf(stage, scene, id)
  // Other facts are another card, and not one that changes its size.
  return (
    <div class="facts-place" aria-live="polite">
      {card && id !== undefined && <FactCard key={JSON.stringify([id, card])} id={id} card={card} />}
    </div>
  )
}

function FactCard({ id, card }: { id: string; card: Card }): JSX.Element {
  const box = useRef<HTMLElement>(null)
  const [above, setAbove] = useState(false)
  // Not where it would cover what it is about.
  useLayoutEffect(() => {
    const middle = box.current?.closest(".area")?.querySelector(".middle")
    const area = middle?.getBoundingClientRect()
    const place = middle?.querySelector(`[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect()
    if (area && place) setAbove(place.y + place.height / 2 > area.y + 0.55 * area.height)
  }, [id])
  return (
    <aside ref={box} data-about={id} class={above ? "fact-card above" : "fact-card"}>
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
