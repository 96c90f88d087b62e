/** Numbers from 0 to 1 that are the same for the same seed: a shuffle is seen again after a reload. */
export type Random = () => number

/** FNV-1a of the seed drives mulberry32. */
export function seeded(seed: string): Random {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Another order of the same things (Fisher and Yates); the given list stays as it is. */
export function shuffled<T>(things: readonly T[], random: Random): T[] {
  const result = [...things]
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const [a, b] = [result[at] as T, result[other] as T]
    result[at] = b
    result[other] = a
  }
  return result
}

/** Another order, too, and one that says nothing of the given one, even to who knows the seed: it depends on what is read alone. */
export function mixed<T extends { text: string }>(things: readonly T[], random: Random): T[] {
  const read = things.toSorted((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)))
  return shuffled(read, random)
}
