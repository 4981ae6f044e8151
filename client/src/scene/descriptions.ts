// Things on a board in words, for people who hear the page.
import type { Cell, Piece, CellState, Stage } from "../api/protocol"
import { t } from "../i18n/texts"

function told(stage: Stage, kind: string): string {
  return stage.legend?.[kind] ?? kind
}

/** The legend's words for marks, each once, with how often. */
function marks(stage: Stage, list: readonly string[] | undefined): string[] {
  return [...new Set(list)].map((mark) => {
    const count = list?.filter((one) => one === mark).length ?? 0
    return count > 1 ? `${told(stage, mark)} ×${count}` : told(stage, mark)
  })
}

function piece(stage: Stage, one: Piece): string {
  const owner = one.seat !== undefined && one.seat >= 0 ? stage.players[one.seat]?.name : ""
  const parts = [
    [owner, told(stage, one.kind), one.label && !told(stage, one.kind).includes(one.label) ? one.label : ""].filter(Boolean).join(" "),
  ]
  if (one.badge) parts.push(`${told(stage, "badge")} ${one.badge}`)
  if (one.facing !== undefined && one.facing >= 0) parts.push(t().facing(one.facing))
  return [...parts, ...marks(stage, one.marks)].join(", ")
}

/** What a cell is and what is on it. */
export function cellWords(stage: Stage, cell: Cell, spot: CellState | undefined): string {
  const parts = [cell[3] || cell[0]]
  if (!spot) return [...parts, t().empty].join(", ")
  if (spot.kind) parts.push(told(stage, spot.kind))
  if (spot.seat !== undefined && spot.seat >= 0) parts.push(stage.players[spot.seat]?.name ?? "")
  if (spot.label) parts.push(spot.label)
  if (spot.piece) parts.push(piece(stage, spot.piece))
  return [...parts, ...marks(stage, spot.marks)].join(", ")
}

/** What a thing in a tray is. */
export function itemWords(stage: Stage, item: { kind: string; label?: string; count?: number; marks?: string[] }): string {
  const name = told(stage, item.kind)
  const parts = [item.label && !name.endsWith(` ${item.label}`) ? `${name} ${item.label}` : name]
  if (item.count !== undefined && item.count !== 1) parts.push(`×${item.count}`)
  return [...parts, ...marks(stage, item.marks)].join(", ")
}
