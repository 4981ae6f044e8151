// Descriptions of cells and items for screen readers.
import type { Cell, CellState, Item, Piece, Stage } from "../api/protocol"
import { t } from "../i18n/texts"

/** Returns the legend's words for a kind; a form, NAME.STATE, is explained as its name. */
function legend(stage: Stage, kind: string): string {
  return stage.legend?.[kind] ?? stage.legend?.[kind.split(".")[0] ?? kind] ?? kind
}

/** Returns the legend's words for each distinct mark, with a count where it occurs several times. */
function describeMarks(stage: Stage, marks: readonly string[] | undefined): string[] {
  return [...new Set(marks)].map((mark) => {
    const count = marks?.filter((one) => one === mark).length ?? 0
    return count > 1 ? `${legend(stage, mark)} ×${count}` : legend(stage, mark)
  })
}

function describePiece(stage: Stage, piece: Piece): string {
  const owner = piece.seat !== undefined && piece.seat >= 0 ? stage.players[piece.seat]?.name : ""
  const name = legend(stage, piece.kind)
  const parts = [[owner, name, piece.label && !name.includes(piece.label) ? piece.label : ""].filter(Boolean).join(" ")]
  if (piece.badge) parts.push(`${legend(stage, "badge")} ${piece.badge}`)
  if (piece.facing !== undefined && piece.facing >= 0) parts.push(t().facing(piece.facing))
  return [...parts, ...describeMarks(stage, piece.marks)].join(", ")
}

/** Returns what a cell is and what is on it. */
export function describeCell(stage: Stage, cell: Cell, state: CellState | undefined): string {
  const parts = [cell[3] || cell[0]]
  if (!state) return [...parts, t().empty].join(", ")
  if (state.kind) parts.push(legend(stage, state.kind))
  if (state.seat !== undefined && state.seat >= 0) parts.push(stage.players[state.seat]?.name ?? "")
  if (state.label) parts.push(state.label)
  if (state.piece) parts.push(describePiece(stage, state.piece))
  return [...parts, ...describeMarks(stage, state.marks)].join(", ")
}

/** Returns what an item of a tray is, and how many there are; what can be read on it comes in the order in which it is seen. */
export function describeItem(stage: Stage, item: Item, repeated = false): string {
  const name = legend(stage, item.kind)
  const count = item.count ?? 1
  const label = repeated ? Array.from({ length: count }, () => item.label).join(" ") : item.label
  const parts = [label && !name.endsWith(` ${label}`) ? `${name} ${label}` : name]
  // A name that the legend's words contain is not said twice.
  const known = item.name && name.toLowerCase().includes(item.name.toLowerCase())
  const caption = captionOf(known ? { ...item, name: "" } : item)
  if (caption) parts.push(caption)
  // As it is seen: the number on a thing comes before the name below it.
  if (count !== 1 && !repeated && known) parts[0] = `×${count} ${parts[0] ?? ""}`
  else if (count !== 1 && !repeated) parts.push(`×${count}`)
  return [...parts, ...describeMarks(stage, item.marks)].join(", ")
}

/** Returns the few letters below an item. */
export const captionOf = ({ name, note }: Item): string => [name, note].filter(Boolean).join(" ")
