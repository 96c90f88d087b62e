/**
 * A function that keeps what it made for the data it saw last: it is made once for all who ask for it, also where the same data is
 * read anew. `keyOf` says what the result depends on and nothing else; results are shared and never changed.
 */
export function memoized<D extends object, T>(
  make: (data: D) => T,
  keyOf: (data: D) => string,
  most = 100,
): (data: D) => T {
  const byData = new WeakMap<D, T>()
  const byKey = new Map<string, T>()
  return (data) => {
    const known = byData.get(data)
    if (known !== undefined) return known
    const key = keyOf(data)
    const result = byKey.get(key) ?? make(data)
    // The one that was asked for last stands last.
    byKey.delete(key)
    byKey.set(key, result)
    for (const [oldest] of byKey) {
      if (byKey.size <= most) break
      byKey.delete(oldest)
    }
    byData.set(data, result)
    return result
  }
}
