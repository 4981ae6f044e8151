import assert from "node:assert/strict"
import { describe, test } from "node:test"
import jsQR from "jsqr"
import { encodeQr } from "../../src/ui/qr-encoder"
import { forAllSeeds } from "../support/random"

const scale = 4
const quietZone = 4

/** Draws the modules as an RGBA image, as a camera would see the code. */
function image(modules: readonly (readonly boolean[])[]): { data: Uint8ClampedArray; width: number } {
  const width = (modules.length + 2 * quietZone) * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  modules.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (!dark) return
      for (let n = 0; n < scale * scale; n++) {
        const px = (x + quietZone) * scale + (n % scale)
        const py = (y + quietZone) * scale + Math.floor(n / scale)
        data.fill(0, (py * width + px) * 4, (py * width + px) * 4 + 3)
      }
    }),
  )
  return { data, width }
}

function decode(modules: readonly (readonly boolean[])[]): string | null {
  const { data, width } = image(modules)
  const found = jsQR(data, width, width)
  return found && new TextDecoder().decode(Uint8Array.from(found.binaryData))
}

/** The number of bytes that fit into each version with level M. */
const capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]

describe("a decoder reads back", () => {
  capacities.forEach((capacity, n) => {
    test(`the longest text of version ${n + 1}`, () => {
      const text = "x".repeat(capacity - 3) + "end"
      const modules = encodeQr(text)
      assert.equal(modules.length, 17 + 4 * (n + 1))
      assert.equal(decode(modules), text)
    })
  })

  test("an invitation link", () => {
    const link = "https://bestagon.example.org/t/k3v9q2xw7d#invitation=Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA"
    assert.equal(decode(encodeQr(link)), link)
  })

  test("an empty text", () => {
    assert.equal(encodeQr("").length, 21)
    assert.equal(decode(encodeQr("")), "")
  })

  test("text outside of ASCII", () => {
    assert.equal(decode(encodeQr("Grüße an Zoë: ⬡🎲")), "Grüße an Zoë: ⬡🎲")
  })

  test("random texts of all lengths", () => {
    forAllSeeds(60, (random) => {
      const text = random.list(random.below(214), () => String.fromCharCode(32 + random.below(95))).join("")
      assert.equal(decode(encodeQr(text)), text)
    })
  })

  test("a code with damaged modules", () => {
    const text = "https://bestagon.example.org/t/k3v9q2xw7d"
    const modules = encodeQr(text)
    const damaged = modules.map((row, y) => row.map((dark, x) => (x > 12 && x < 17 && y > 12 && y < 16 ? !dark : dark)))
    assert.equal(decode(damaged), text)
  })
})

test("a text of one byte too many is refused", () => {
  assert.throws(() => encodeQr("x".repeat(214)), /too long/)
})

test("the smallest version that fits is chosen", () => {
  capacities.forEach((capacity, n) => {
    if (n > 0) assert.equal(encodeQr("x".repeat((capacities[n - 1] ?? 0) + 1)).length, 17 + 4 * (n + 1), String(capacity))
  })
})
