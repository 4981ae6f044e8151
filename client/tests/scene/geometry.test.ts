import assert from "node:assert/strict"
import { describe, test } from "node:test"
import {
  badgePlaces,
  bounds,
  centre,
  contains,
  edges,
  expandTo,
  hexagon,
  keyDirection,
  movedTo,
  neighbourTowards,
  outline,
  pencilled,
  placedCells,
  rulers,
  size,
  surroundings,
  visibleCells,
  type PlacedCell,
} from "../../src/scene/geometry"
import type { Grid } from "../../src/api/protocol"
import { forAllSeeds } from "../support/random"
import { hexagonGrid } from "../support/scenes"

/** The inverse of `centre`: the axial coordinates of the cell that contains a point, by cube rounding. */
function cellAt(x: number, y: number, flat: boolean): [number, number] {
  const root3 = Math.sqrt(3)
  const q = (flat ? (2 / 3) * x : x / root3 - y / 3) / size
  const r = (flat ? y / root3 - x / 3 : (2 / 3) * y) / size
  let [rq, rr] = [Math.round(q), Math.round(r)]
  const rs = Math.round(-q - r)
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs + q + r)]
  if (dq > dr && dq > ds) rq = -rr - rs
  else if (dr > ds) rr = -rq - rs
  return [rq + 0, rr + 0]
}

const directions: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
]

function cellsOf(radius: number, flat = false): { cells: PlacedCell[]; at: (q: number, r: number) => PlacedCell } {
  const all = placedCells(hexagonGrid(radius, { flat }))
  return {
    cells: [...all.values()],
    at: (q, r) => {
      const found = all.get(`${q},${r}`)
      assert.ok(found)
      return found
    },
  }
}

/** The end points of the segments of a path, such as `M0 0L1 1`. */
function segments(path: string): [string, string][] {
  return [...path.matchAll(/M([^L]+)L([^M]+)/g)].map(([, from, to]) => [from ?? "", to ?? ""])
}

for (const flat of [false, true]) {
  describe(flat ? "flat-topped cells" : "pointy-topped cells", () => {
    test("a cell's centre lies in the cell", () => {
      forAllSeeds(300, (random) => {
        const [q, r] = [random.below(41) - 20, random.below(41) - 20]
        assert.deepEqual(cellAt(...centre(q, r, flat), flat), [q, r])
      })
    })

    test("points near a centre belong to that cell, whose centre is the nearest", () => {
      const { cells } = cellsOf(4, flat)
      forAllSeeds(300, (random) => {
        const { cell, x, y } = random.pick(cells)
        const [angle, radius] = [random.below(360), random.below(43)]
        const [px, py] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
        assert.deepEqual(cellAt(px, py, flat), [cell[1], cell[2]])
        const distance = (one: PlacedCell): number => Math.hypot(one.x - px, one.y - py)
        assert.equal(cells.reduce((best, one) => (distance(one) < distance(best) ? one : best)).cell[0], cell[0])
      })
    })

    test("all six neighbours are equally far away", () => {
      for (const [q, r] of directions) assert.ok(Math.abs(Math.hypot(...centre(q, r, flat)) - Math.sqrt(3) * size) < 1e-9)
    })

    test("a hexagon has six corners on its circumcircle", () => {
      const corners = hexagon(flat)
        .split(" ")
        .map((point) => point.split(",").map(Number))
      assert.equal(corners.length, 6)
      for (const [x, y] of corners) assert.ok(Math.abs(Math.hypot(x ?? 0, y ?? 0) - size) < 0.01)
      assert.ok(corners.some(([x, y]) => (flat ? x === size && y === 0 : x === 0 && y === size)))
    })

    test("an edge faces its direction", () => {
      const grid = hexagonGrid(1, { flat })
      directions.forEach(([q, r], direction) => {
        const [x, y] = centre(q, r, flat)
        const [[from, to] = ["", ""]] = segments(edges(grid, [["0,0", direction]]))
        const [ax = 0, ay = 0] = from.split(" ").map(Number)
        const [bx = 0, by = 0] = to.split(" ").map(Number)
        // The middle of the edge is half way to the neighbour.
        assert.ok(Math.abs((ax + bx) / 2 - x / 2) < 0.01 && Math.abs((ay + by) / 2 - y / 2) < 0.01)
      })
    })

    test("an outline is closed and has no inner edges", () => {
      const grid = hexagonGrid(3, { flat })
      forAllSeeds(60, (random) => {
        const ids = grid.cells.filter(() => random.chance(40)).map((cell) => cell[0])
        const found = segments(outline(grid, ids))
        const ends = new Map<string, number>()
        for (const end of found.flat()) ends.set(end, (ends.get(end) ?? 0) + 1)
        for (const count of ends.values()) assert.equal(count % 2, 0)
        const drawn = found.map((pair) => [...pair].sort().join(" to "))
        assert.equal(new Set(drawn).size, drawn.length)
      })
    })

    test("bounds contain every corner and touch the margin", () => {
      const { cells } = cellsOf(2, flat)
      const box = bounds(cells, flat, 0)
      const corners = cells.flatMap(({ x, y }) =>
        hexagon(flat)
          .split(" ")
          .map((point) => {
            const [dx = 0, dy = 0] = point.split(",").map(Number)
            return [x + dx, y + dy] as const
          }),
      )
      const extremes = [
        Math.min(...corners.map(([x]) => x)),
        Math.min(...corners.map(([, y]) => y)),
        Math.max(...corners.map(([x]) => x)),
        Math.max(...corners.map(([, y]) => y)),
      ]
      const sides = [box.x, box.y, box.x + box.w, box.y + box.h]
      extremes.forEach((extreme, n) => assert.ok(Math.abs(extreme - (sides[n] ?? 0)) < 0.02))
      assert.equal(bounds(cells, flat, 10).w, box.w + 20)
    })

    test("the letter keys lead to the six neighbours", () => {
      const { cells, at } = cellsOf(2, flat)
      const reached = ["q", "w", "e", "d", "s", "a"].map((key) => {
        const direction = keyDirection(key, flat)
        assert.ok(direction)
        return neighbourTowards(cells, at(0, 0), direction, 0)?.cell[0]
      })
      assert.deepEqual([...reached].sort(), directions.map(([q, r]) => `${q},${r}`).sort())
    })

    test("the cursor reaches every cell by letter keys", () => {
      const { cells, at } = cellsOf(3, flat)
      const reached = new Set([at(0, 0)])
      for (const from of reached)
        for (const key of "qwedsa") {
          const to = neighbourTowards(cells, from, keyDirection(key, flat) ?? [1, 0], from.x)
          if (to) reached.add(to)
        }
      assert.equal(reached.size, cells.length)
    })
  })
}

test("a hexagon's points are computed once", () => {
  assert.equal(hexagon(false, 43), hexagon(false, 43))
  assert.notEqual(hexagon(false, 43), hexagon(true, 43))
})

test("a single cell is outlined by its six edges", () => {
  assert.equal(segments(outline(hexagonGrid(1), ["0,0"])).length, 6)
})

test("two neighbours are outlined without the edge between them", () => {
  assert.equal(segments(outline(hexagonGrid(1), ["0,0", "1,0"])).length, 10)
})

test("unknown cells are ignored", () => {
  assert.equal(outline(hexagonGrid(1), ["nowhere"]), "")
  assert.equal(edges(hexagonGrid(1), [["nowhere", 0]]), "")
})

test("placed cells are computed once per grid", () => {
  const grid = hexagonGrid(1)
  assert.equal(placedCells(grid), placedCells(grid))
})

describe("visible cells", () => {
  const ids = (list: readonly PlacedCell[]): string[] => list.map(({ cell }) => cell[0]).sort()
  const whole = hexagonGrid(3)
  const cropped = hexagonGrid(3, { crop: true })

  test("are all cells of a grid that is not cropped", () => {
    assert.equal(visibleCells(whole, {}, new Set()).length, whole.cells.length)
  })

  test("are the cells in use and their neighbours on a cropped grid", () => {
    const found = ids(visibleCells(cropped, { cells: { "2,0": { label: "1" } } }, new Set()))
    assert.deepEqual(found, ["2,0", "3,0", "3,-1", "2,-1", "1,0", "1,1", "2,1"].sort())
  })

  test("include the cells that can be clicked", () => {
    assert.ok(ids(visibleCells(cropped, {}, new Set(["0,3"]))).includes("0,3"))
  })

  test("are those around the origin while nothing is in use", () => {
    assert.deepEqual(ids(visibleCells(cropped, {}, new Set())), ids([...placedCells(hexagonGrid(1)).values()]))
  })
})

describe("expandTo", () => {
  test("keeps the centre and reaches the size", () => {
    assert.deepEqual(expandTo({ x: 0, y: 0, w: 10, h: 10 }, 30, 10), { x: -10, y: 0, w: 30, h: 10 })
  })

  test("leaves a large box alone", () => {
    const box = { x: 1, y: 2, w: 300, h: 400 }
    assert.deepEqual(expandTo(box, 100, 100), box)
  })
})

describe("cursor keys", () => {
  test("arrows point along the axes, other keys nowhere", () => {
    assert.deepEqual(keyDirection("ArrowLeft"), [-1, 0])
    assert.deepEqual(keyDirection("ArrowDown"), [0, 1])
    assert.equal(keyDirection("x"), null)
    assert.equal(keyDirection("Enter"), null)
  })

  test("letters count in upper case too", () => {
    assert.deepEqual(keyDirection("Q"), keyDirection("q"))
  })

  test("right moves along the row and stops at the edge", () => {
    const { cells, at } = cellsOf(2)
    assert.equal(neighbourTowards(cells, at(0, 0), [1, 0], 0), at(1, 0))
    assert.equal(neighbourTowards(cells, at(2, 0), [1, 0], 0), null)
  })

  test("down keeps to its column over several rows", () => {
    const { cells, at } = cellsOf(4)
    const column = at(0, -4).x
    let from = at(0, -4)
    for (let row = -3; row <= 4; row++) {
      const to = neighbourTowards(cells, from, [0, 1], column)
      assert.ok(to)
      from = to
      assert.equal(from.cell[2], row)
      assert.ok(Math.abs(from.x - column) <= size)
    }
  })
})

test("surroundings reach as many steps from what lies there, or from the middle", () => {
  const grid = hexagonGrid(6, { crop: true })
  assert.equal(surroundings(grid, {}, 2).length, 19)
  assert.equal(surroundings(grid, { cells: { "1,0": { label: "1" }, "2,0": { label: "1" } } }, 1).length, 10)
})

test("a box moves only as far as it must to contain another one, and grows only where that is larger", () => {
  const box = { x: 0, y: 0, w: 4, h: 4 }
  assert.deepEqual(movedTo(box, { x: 1, y: 2, w: 2, h: 2 }), box)
  assert.deepEqual(movedTo(box, { x: 3, y: -1, w: 2, h: 2 }), { x: 1, y: -1, w: 4, h: 4 })
  const larger = movedTo(box, { x: -1, y: 3, w: 6, h: 2 })
  assert.deepEqual(larger, { x: -1, y: 1, w: 6, h: 4 })
  assert.ok(contains(larger, { x: -1, y: 3, w: 6, h: 2 }) && !contains(box, larger))
})

describe("pencilled", () => {
  test("every edge is drawn once, and the same each time", () => {
    for (const radius of [1, 2, 4]) {
      const grid = hexagonGrid(radius)
      // n cells share all their inner edges: (6n + the outer edges) / 2.
      const count = (6 * grid.cells.length + 6 * (2 * radius + 1)) / 2
      assert.equal(pencilled(grid).split("M").length - 1, count)
      assert.equal(pencilled(grid), pencilled(hexagonGrid(radius)))
    }
  })
})

describe("badgePlaces", () => {
  test("a side in two parts has a badge outside of each", () => {
    const cells: Grid["cells"] = []
    for (let r = 0; r < 5; r++) for (let q = 0; q < 5; q++) cells.push([`${q},${r}`, q, r])
    const grid: Grid = { cells }
    const row = (r: number): [string, number][] => [0, 1, 2, 3, 4].map((q) => [`${q},${r}`, r === 0 ? 1 : 4])
    const places = badgePlaces(grid, [...row(0), ...row(4)])
    assert.equal(places.length, 2)
    const { y, h } = bounds([...placedCells(grid).values()], false, 0)
    assert.deepEqual(
      places.map(([, at]) => (at < y + 20 ? "above" : at > y + h - 20 ? "below" : "inside")),
      ["above", "below"],
    )
  })

  test("a badge beside rulers covers none of their letters", () => {
    const cells: Grid["cells"] = []
    for (let r = 0; r < 5; r++) for (let q = 0; q < 5; q++) cells.push([`${"abcde"[q]}${r + 1}`, q, r])
    const grid: Grid = { cells }
    const top: [string, number][] = [..."abcde"].map((letter) => [`${letter}1`, 1])
    const left: [string, number][] = [1, 2, 3, 4, 5].map((row) => [`a${row}`, 3])
    const distances = (ruled: boolean): number[] => {
      const badges = [...badgePlaces(grid, top, ruled), ...badgePlaces(grid, left, ruled)]
      return badges.flatMap(([bx, by]) => rulers([...placedCells(grid).values()], 70).map(({ x, y }) => Math.hypot(x - bx, y - by)))
    }
    const room = 16 + 12
    assert.ok(Math.min(...distances(true)) > room)
    assert.ok(Math.min(...distances(false)) < room)
  })
})
