// Seeded randomness for property tests: a failure names its seed and can be repeated.

export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed * 7919 + 1
  }

  /** Returns an integer from 0 up to, but not including, `end`. */
  below(end: number): number {
    // mulberry32
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  list<T>(length: number, make: (n: number) => T): T[] {
    return Array.from({ length }, (_, n) => make(n))
  }
}

/** Runs a property for many seeds, and names the seed that breaks it. */
export function forAllSeeds(count: number, property: (random: Random) => void): void {
  for (let seed = 0; seed < count; seed++) {
    try {
      property(new Random(seed))
    } catch (error) {
      if (error instanceof Error) error.message = `seed ${seed}: ${error.message}`
      throw error
    }
  }
}
