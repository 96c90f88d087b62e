/** A seeded stream of numbers: the same key gives the same sheet, byte for byte. */
export type Random = {
  /** Whole number from `lo` to `hi`, both included. */
  int: (lo: number, hi: number) => number
  pick: <T>(list: readonly T[]) => T
  shuffle: <T>(list: readonly T[]) => T[]
}

function hash(key: string): number {
  let value = 2166136261
  for (const char of key) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 16777619)
  return value >>> 0
}

/** mulberry32 seeded by an FNV-1a hash of `key`. */
export function seededRandom(key: string): Random {
  let state = hash(key)
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  function int(lo: number, hi: number): number {
    return lo + Math.floor(next() * (hi - lo + 1))
  }
  function pick<T>(list: readonly T[]): T {
    const found = list[int(0, list.length - 1)]
    if (found === undefined) throw new Error('pick from an empty list')
    return found
  }
  function shuffle<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, order: next() }))
      .sort((left, right) => left.order - right.order)
      .map(({ item }) => item)
  }
  return { int, pick, shuffle }
}
