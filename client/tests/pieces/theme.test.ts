import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Theme } from "../../src/api/protocol"
import { themeClasses, themeColours } from "../../src/pieces/theme"

/** The theme of a game that this client knows nothing about. */
const lava: Theme = { surface: "felt", board: "none", palette: { cell: ["#fee", "#300"], "cell-magma": ["#f40", "#a20"] }, on_dark: true }

describe("the theme of a sixth game", () => {
  test("its colours become properties, each for light and dark, whatever the roles are called", () => {
    assert.deepEqual(themeColours(lava), { "--w-cell": "light-dark(#fee, #300)", "--w-cell-magma": "light-dark(#f40, #a20)" })
  })

  test("its surface and material become classes, and marks on a dark table are light", () => {
    assert.equal(themeClasses(lava), "world surface-felt board-none on-dark")
  })

  test("a game without a theme has the default table", () => {
    assert.equal(themeClasses(undefined), "world surface-plain board-plain")
    assert.deepEqual(themeColours(undefined), {})
  })
})
