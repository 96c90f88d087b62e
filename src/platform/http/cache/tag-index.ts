/** Keys by tag. Most tags have one page, stored as a plain key: thousands of sets took a megabyte. */
export interface TagIndex {
  add(tag: string, key: string): void
  remove(tag: string, key: string): void
  keysOf(tag: string): readonly string[]
}

export function createTagIndex(): TagIndex {
  const byTag = new Map<string, string | Set<string>>()
  return {
    add(tag, key) {
      const keys = byTag.get(tag)
      if (keys === undefined) byTag.set(tag, key)
      else if (typeof keys !== 'string') keys.add(key)
      else if (keys !== key) byTag.set(tag, new Set([keys, key]))
    },
    remove(tag, key) {
      const keys = byTag.get(tag)
      if (keys === key) byTag.delete(tag)
      if (keys === undefined || typeof keys === 'string') return
      keys.delete(key)
      if (keys.size === 0) byTag.delete(tag)
    },
    keysOf(tag) {
      const keys = byTag.get(tag) ?? []
      return typeof keys === 'string' ? [keys] : [...keys]
    },
  }
}
