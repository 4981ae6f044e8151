// QR codes (ISO/IEC 18004) in byte mode with error correction level M, versions 1 to 10: up to 213 bytes, enough for our links.

/** Per version: the error correction codewords of each block, and the data codewords of every block. */
const layouts: readonly { correction: number; data: readonly number[] }[] = [
  { correction: 10, data: [16] },
  { correction: 16, data: [28] },
  { correction: 26, data: [44] },
  { correction: 18, data: [32, 32] },
  { correction: 24, data: [43, 43] },
  { correction: 16, data: [27, 27, 27, 27] },
  { correction: 18, data: [31, 31, 31, 31] },
  { correction: 22, data: [38, 38, 39, 39] },
  { correction: 22, data: [36, 36, 36, 37, 37] },
  { correction: 26, data: [43, 43, 43, 43, 44] },
]
/** Per version: the coordinates of the alignment patterns. */
const alignments: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
]

// Logarithm tables of GF(256) with the polynomial x^8 + x^4 + x^3 + x^2 + 1.
const power = new Uint8Array(512)
const log = new Uint8Array(256)
for (let n = 0, x = 1; n < 255; n++) {
  power[n] = power[n + 255] = x
  log[x] = n
  x = x & 128 ? (x << 1) ^ 285 : x << 1
}

function multiply(a: number, b: number): number {
  return a && b ? (power[(log[a] ?? 0) + (log[b] ?? 0)] ?? 0) : 0
}

/** Returns the Reed-Solomon error correction codewords of a block. */
function correctionOf(data: readonly number[], count: number): number[] {
  let generator = [1]
  for (let n = 0; n < count; n++) {
    const next = new Array<number>(generator.length + 1).fill(0)
    generator.forEach((factor, at) => {
      next[at] = (next[at] ?? 0) ^ factor
      next[at + 1] = (next[at + 1] ?? 0) ^ multiply(factor, power[n] ?? 0)
    })
    generator = next
  }
  const remainder = [...data, ...new Array<number>(count).fill(0)]
  for (let n = 0; n < data.length; n++) {
    const lead = remainder[n] ?? 0
    if (lead)
      generator.forEach((factor, at) => {
        remainder[n + at] = (remainder[n + at] ?? 0) ^ multiply(factor, lead)
      })
  }
  return remainder.slice(data.length)
}

/** Returns the interleaved data and error correction codewords. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const layout = layouts[version - 1]
  if (!layout) throw new Error(`no QR code version ${version}`)
  const capacity = layout.data.reduce((sum, n) => sum + n, 0)
  const bits: number[] = []
  const put = (value: number, length: number): void => {
    for (let n = length - 1; n >= 0; n--) bits.push((value >> n) & 1)
  }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  put(0, Math.min(4, capacity * 8 - bits.length))
  while (bits.length % 8) bits.push(0)
  const words: number[] = []
  for (let n = 0; n < bits.length; n += 8) words.push(parseInt(bits.slice(n, n + 8).join(""), 2))
  for (let n = 0; words.length < capacity; n++) words.push(n % 2 ? 17 : 236)
  let at = 0
  const blocks = layout.data.map((length) => words.slice(at, (at += length)))
  const corrections = blocks.map((block) => correctionOf(block, layout.correction))
  const interleaved: number[] = []
  for (let n = 0; n < Math.max(...layout.data); n++)
    for (const block of blocks) {
      const word = block[n]
      if (word !== undefined) interleaved.push(word)
    }
  for (let n = 0; n < layout.correction; n++) for (const correction of corrections) interleaved.push(correction[n] ?? 0)
  return interleaved
}

/** Rows of modules: dark, light or not yet set. */
type Modules = (boolean | null)[][]

function set(modules: Modules, row: number, column: number, dark: boolean): void {
  const line = modules[row]
  if (line && column >= 0 && column < line.length) line[column] = dark
}

/** Returns the function patterns of a version, which are the same for every text. */
function functionPatterns(version: number): Modules {
  const size = 17 + 4 * version
  const modules: Modules = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null))
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const) {
    for (let r = -1; r <= 7; r++) {
      for (let c = -1; c <= 7; c++) {
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3))
        set(modules, top + r, left + c, ring !== 2 && ring !== 4)
      }
    }
  }
  const centres = alignments[version - 1] ?? []
  for (const row of centres) {
    for (const column of centres) {
      if (modules[row]?.[column] !== null) continue
      for (let r = -2; r <= 2; r++)
        for (let c = -2; c <= 2; c++) set(modules, row + r, column + c, Math.max(Math.abs(r), Math.abs(c)) !== 1)
    }
  }
  for (let n = 8; n < size - 8; n++) {
    set(modules, 6, n, n % 2 === 0)
    set(modules, n, 6, n % 2 === 0)
  }
  drawFormat(modules, 0)
  if (version >= 7) drawVersion(modules, version)
  return modules
}

/** Returns the remainder of a BCH code. */
function bchRemainder(value: number, by: number, length: number): number {
  let left = value << length
  for (let n = 31 - Math.clz32(left); n >= length; n = 31 - Math.clz32(left)) left ^= by << (n - length)
  return left
}

/** Writes the format information: level M and the mask. */
function drawFormat(modules: Modules, mask: number): void {
  const bits = ((mask << 10) | bchRemainder(mask, 0x537, 10)) ^ 0x5412
  const size = modules.length
  const bit = (n: number): boolean => ((bits >> n) & 1) === 1
  for (let n = 0; n < 15; n++) {
    if (n < 6) set(modules, n, 8, bit(n))
    else if (n < 8) set(modules, n + 1, 8, bit(n))
    else set(modules, size - 15 + n, 8, bit(n))
    if (n < 8) set(modules, 8, size - 1 - n, bit(n))
    else if (n < 9) set(modules, 8, 7, bit(n))
    else set(modules, 8, 14 - n, bit(n))
  }
  set(modules, size - 8, 8, true)
}

function drawVersion(modules: Modules, version: number): void {
  const bits = (version << 12) | bchRemainder(version, 0x1f25, 12)
  for (let n = 0; n < 18; n++) {
    const dark = ((bits >> n) & 1) === 1
    set(modules, Math.floor(n / 3), modules.length - 11 + (n % 3), dark)
    set(modules, modules.length - 11 + (n % 3), Math.floor(n / 3), dark)
  }
}

/** Returns the rows of a text's QR code, true for dark modules. */
export function encodeQr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const at = layouts.findIndex((layout, n) => layout.data.reduce((sum, one) => sum + one, 0) * 8 >= 4 + (n < 9 ? 8 : 16) + bytes.length * 8)
  if (at < 0) throw new Error("the text is too long for a QR code of version 10")
  const version = at + 1
  const modules = functionPatterns(version)
  const words = codewords(bytes, version)
  const size = modules.length
  let n = 0
  let up = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (modules[row]?.[column] !== null) continue
        const dark = (((words[n >> 3] ?? 0) >> (7 - (n & 7))) & 1) === 1
        // Mask 0 inverts every other module.
        set(modules, row, column, dark !== ((row + column) % 2 === 0))
        n++
      }
    }
    up = !up
  }
  return modules.map((row) => row.map((dark) => dark === true))
}
