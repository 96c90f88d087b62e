export interface Lru<T> {
  get: (key: string) => T | undefined
  set: (key: string, value: T, weight?: number) => void
}

/** A map that forgets what was not asked for longest once the weights sum up to more than `capacity`. */
export function createLru<T>(capacity: number): Lru<T> {
  const entries = new Map<string, { value: T; weight: number }>()
  let total = 0

  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      // A Map keeps insertion order: taking out and putting back makes it the youngest.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, weight = 1) {
      if (weight > capacity) return
      total -= entries.get(key)?.weight ?? 0
      entries.delete(key)
      entries.set(key, { value, weight })
      total += weight
      for (const [oldest, entry] of entries) {
        if (total <= capacity) break
        entries.delete(oldest)
        total -= entry.weight
      }
    },
  }
}
