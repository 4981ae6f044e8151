// What a tip speaks of, found in the scene.
import type { Scene, Stage } from "../../api/protocol"

/** Returns the ids of the cells and items that a tip names: parts of boards, or trays of the viewer or of everybody. */
export function idsAbout(words: readonly string[], stage: Stage, scene: Scene, viewer: number, next: ReadonlySet<string>): string[] {
  return words.flatMap((word) => {
    switch (word) {
      case "spaces":
        return cellsWhere(stage, scene, (id) => next.has(id))
      case "sides":
        return ownSides(stage, viewer)
      case "pieces":
        return cellsWhere(stage, scene, (_, seats) => seats.piece === viewer)
      case "enemies":
        return cellsWhere(stage, scene, (_, seats) => seats.piece >= 0 && seats.piece !== viewer)
      case "homes":
        return cellsWhere(stage, scene, (_, seats) => seats.cell >= 0 && seats.cell !== viewer)
      default:
        return itemsOf(word, stage, scene, viewer)
    }
  })
}

interface Seats {
  /** The owner of the cell; -1 for nobody. */
  cell: number
  /** The owner of the piece on it; -1 for nobody or no piece. */
  piece: number
}

/** Returns the ids of the cells of all boards that fit. */
function cellsWhere(stage: Stage, scene: Scene, fits: (id: string, seats: Seats) => boolean): string[] {
  return (stage.boards ?? []).flatMap((board) => {
    const states = scene.boards?.[board.id]?.cells ?? {}
    return (stage.grids?.[board.grid ?? 0]?.cells ?? []).flatMap(([name]) => {
      const state = states[name]
      return fits(board.id + name, { cell: state?.seat ?? -1, piece: state?.piece?.seat ?? -1 }) ? [board.id + name] : []
    })
  })
}

function ownSides(stage: Stage, viewer: number): string[] {
  return (stage.boards ?? []).flatMap((board) =>
    (stage.grids?.[board.grid ?? 0]?.sides ?? [])
      .filter((side) => side.seat === viewer)
      .flatMap((side) => side.edges.map(([name]) => board.id + name)),
  )
}

/** Returns the items of the trays with a name: that of everybody, such as `dice`, or the viewer's own, such as `p1.hand`. */
function itemsOf(name: string, stage: Stage, scene: Scene, viewer: number): string[] {
  return (stage.trays ?? [])
    .filter((tray) => tray.id === name || (tray.seat === viewer && tray.id.endsWith(`.${name}`)))
    .flatMap((tray) => (scene.trays?.[tray.id] ?? []).map((item) => item.id))
}
