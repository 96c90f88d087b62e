import { LRUCache } from 'lru-cache'
import type { Cache } from '#platform/context/cache.ts'

/** More than there is to ask for: popular materials of each subject in each grade are 5,000 lists of ids in six worlds. */
const most = 8_000

interface Entry {
  /** A promise, so that who comes while it is being made waits for the same. */
  value: Promise<unknown>
  tags: readonly string[]
}

/** A cache in this process; a full one drops the least recently used entry. */
export function createCache(max = most): Cache {
  const entries = new LRUCache<string, Entry>({ max })

  return {
    get<T>(
      key: string,
      { seconds, tags = [] }: { seconds: number; tags?: readonly string[] },
      make: () => Promise<T>,
    ): Promise<T> {
      const known = entries.get(key)
      if (known) return known.value as Promise<T>
      const value = make()
      const entry = { value, tags }
      entries.set(key, entry, { ttl: seconds * 1000 })
      value.catch(() => {
        if (entries.peek(key) === entry) entries.delete(key)
      })
      return value
    },
    expire(tags) {
      const isMeant = ({ tags: own }: Entry) => own.some((tag) => tags.includes(tag))
      for (const [key, entry] of [...entries.entries()]) if (isMeant(entry)) entries.delete(key)
    },
    clear: () => entries.clear(),
  }
}
