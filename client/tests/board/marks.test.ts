import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { markDefinitions } from "../../src/board/marks"

describe("marks", () => {
  test("differ in shape, not only in colour", () => {
    const shapes = markDefinitions()
      .split('<g id="mark-')
      .slice(1)
      .map((one) => {
        const drawn = one.slice(one.indexOf(">") + 1)
        return drawn.replace(/var\(--mark-[a-z-]+\)/g, "").replace(/(stroke|fill)="[^"]*"/g, "")
      })
    assert.ok(shapes.length >= 8)
    assert.equal(new Set(shapes).size, shapes.length)
  })
})
