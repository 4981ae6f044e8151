// A card of facts about what is pointed at or selected, always in the same place.
import type { JSX } from "preact"
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

export function Facts({ model, stage, scene }: { model: Chooser; stage: Stage; scene: Scene }): JSX.Element | null {
  const id = model.pointedAt.value ?? model.inspected.value ?? model.picked.value[model.picked.value.length - 1]
  const card = id === undefined || model.cue.value ? null : cardOf(stage, scene, id)
  if (!card) return null
  return (
    <aside class="fact-card" aria-live="polite">
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
