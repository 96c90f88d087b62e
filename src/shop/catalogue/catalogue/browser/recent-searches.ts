import { readStored, writeStored } from '#platform/browser/storage.ts'

const key = 'recent-searches'
const most = 4

/** What was searched for in this browser, the newest first. It stays here: the server is never told. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Remembers a search; the same one again moves to the front. */
export function rememberSearch(typed: string): void {
  const query = typed.trim()
  if (query === '') return
  const others = recentSearches().filter((text) => text.toLowerCase() !== query.toLowerCase())
  writeStored(key, JSON.stringify([query, ...others].slice(0, most)))
}
