// QR codes (ISO/IEC 18004): bytes, error correction M, versions 1 to 10; enough for our links.

/** Per version: codewords of error correction in a block, and how many data codewords each block has. */
const blocks: readonly { fix: number; data: readonly number[] }[] = [
  { fix: 10, data: [16] },
  { fix: 16, data: [28] },
  { fix: 26, data: [44] },
  { fix: 18, data: [32, 32] },
  { fix: 24, data: [43, 43] },
  { fix: 16, data: [27, 27, 27, 27] },
  { fix: 18, data: [31, 31, 31, 31] },
  { fix: 22, data: [38, 38, 39, 39] },
  { fix: 22, data: [36, 36, 36, 37, 37] },
  { fix: 26, data: [43, 43, 43, 43, 44] },
]
const middles: readonly (readonly number[])[] = [
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

const power = new Uint8Array(512)
const log = new Uint8Array(256)
for (let n = 0, x = 1; n < 255; n++) {
  power[n] = power[n + 255] = x
  log[x] = n
  x = x & 128 ? (x << 1) ^ 285 : x << 1
}

function times(a: number, b: number): number {
  return a && b ? (power[(log[a] ?? 0) + (log[b] ?? 0)] ?? 0) : 0
}

/** The codewords that mend a block. */
function mending(data: readonly number[], count: number): number[] {
  let poly = [1]
  for (let n = 0; n < count; n++) {
    const next = new Array<number>(poly.length + 1).fill(0)
    poly.forEach((factor, at) => {
      next[at] = (next[at] ?? 0) ^ factor
      next[at + 1] = (next[at + 1] ?? 0) ^ times(factor, power[n] ?? 0)
    })
    poly = next
  }
  const left = [...data, ...new Array<number>(count).fill(0)]
  for (let n = 0; n < data.length; n++) {
    const lead = left[n] ?? 0
    if (lead)
      poly.forEach((factor, at) => {
        left[n + at] = (left[n + at] ?? 0) ^ times(factor, lead)
      })
  }
  return left.slice(data.length)
}

function codewords(bytes: Uint8Array, version: number): number[] {
  const plan = blocks[version - 1]
  if (!plan) throw new Error("no such version")
  const room = plan.data.reduce((sum, n) => sum + n, 0)
  const bits: number[] = []
  const put = (value: number, length: number): void => {
    for (let n = length - 1; n >= 0; n--) bits.push((value >> n) & 1)
  }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  put(0, Math.min(4, room * 8 - bits.length))
  while (bits.length % 8) bits.push(0)
  const words: number[] = []
  for (let n = 0; n < bits.length; n += 8) words.push(parseInt(bits.slice(n, n + 8).join(""), 2))
  for (let n = 0; words.length < room; n++) words.push(n % 2 ? 17 : 236)
  let at = 0
  const parts = plan.data.map((length) => words.slice(at, (at += length)))
  const fixes = parts.map((part) => mending(part, plan.fix))
  const woven: number[] = []
  for (let n = 0; n < Math.max(...plan.data); n++)
    for (const part of parts) {
      const word = part[n]
      if (word !== undefined) woven.push(word)
    }
  for (let n = 0; n < plan.fix; n++) for (const fix of fixes) woven.push(fix[n] ?? 0)
  return woven
}

type Grid = (boolean | null)[][]

function set(grid: Grid, row: number, column: number, dark: boolean): void {
  const line = grid[row]
  if (line && column >= 0 && column < line.length) line[column] = dark
}

/** Everything that is the same in every code of a version. */
function frame(version: number): Grid {
  const size = 17 + 4 * version
  const grid: Grid = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null))
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const) {
    for (let r = -1; r <= 7; r++) {
      for (let c = -1; c <= 7; c++) {
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3))
        set(grid, top + r, left + c, ring !== 2 && ring !== 4)
      }
    }
  }
  const at = middles[version - 1] ?? []
  for (const row of at) {
    for (const column of at) {
      if (grid[row]?.[column] !== null) continue
      for (let r = -2; r <= 2; r++) for (let c = -2; c <= 2; c++) set(grid, row + r, column + c, Math.max(Math.abs(r), Math.abs(c)) !== 1)
    }
  }
  for (let n = 8; n < size - 8; n++) {
    set(grid, 6, n, n % 2 === 0)
    set(grid, n, 6, n % 2 === 0)
  }
  format(grid, 0)
  if (version >= 7) told(grid, version)
  return grid
}

function remainder(value: number, by: number, length: number): number {
  let left = value << length
  for (let n = 31 - Math.clz32(left); n >= length; n = 31 - Math.clz32(left)) left ^= by << (n - length)
  return left
}

/** Writes level M and the mask. */
function format(grid: Grid, mask: number): void {
  const bits = ((mask << 10) | remainder(mask, 0x537, 10)) ^ 0x5412
  const size = grid.length
  const bit = (n: number): boolean => ((bits >> n) & 1) === 1
  for (let n = 0; n < 15; n++) {
    if (n < 6) set(grid, n, 8, bit(n))
    else if (n < 8) set(grid, n + 1, 8, bit(n))
    else set(grid, size - 15 + n, 8, bit(n))
    if (n < 8) set(grid, 8, size - 1 - n, bit(n))
    else if (n < 9) set(grid, 8, 7, bit(n))
    else set(grid, 8, 14 - n, bit(n))
  }
  set(grid, size - 8, 8, true)
}

function told(grid: Grid, version: number): void {
  const bits = (version << 12) | remainder(version, 0x1f25, 12)
  for (let n = 0; n < 18; n++) {
    const dark = ((bits >> n) & 1) === 1
    set(grid, Math.floor(n / 3), grid.length - 11 + (n % 3), dark)
    set(grid, grid.length - 11 + (n % 3), Math.floor(n / 3), dark)
  }
}

/** Returns the dark and light squares of a text's code. */
export function encode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const at = blocks.findIndex((plan, n) => plan.data.reduce((sum, one) => sum + one, 0) * 8 >= 4 + (n < 9 ? 8 : 16) + bytes.length * 8)
  if (at < 0) throw new Error("too long for a QR code of ours")
  const version = at + 1
  const grid = frame(version)
  const words = codewords(bytes, version)
  const size = grid.length
  let n = 0
  let up = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (grid[row]?.[column] !== null) continue
        const dark = (((words[n >> 3] ?? 0) >> (7 - (n & 7))) & 1) === 1
        // Mask 0: every other square is turned round.
        set(grid, row, column, dark !== ((row + column) % 2 === 0))
        n++
      }
    }
    up = !up
  }
  return grid.map((line) => line.map((dark) => dark === true))
}
