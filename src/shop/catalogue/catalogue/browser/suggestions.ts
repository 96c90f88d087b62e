import { atom } from 'nanostores'
import { http } from '#platform/browser/client.ts'
import { leaveToLog } from '#platform/browser/leave-to-log.ts'
import type { Suggestion } from '#platform/rules/contract/search.ts'

export interface Suggestions {
  /** What they complete. */
  query: string
  items: readonly Suggestion[]
}

const nothing: Suggestions = { query: '', items: [] }
const debounceMs = 120
const mostCached = 50

export const $suggestions = atom<Suggestions>(nothing)

const answers = new Map<string, readonly Suggestion[]>()
let timer: ReturnType<typeof setTimeout> | undefined
let controller: AbortController | undefined

/**
 * Asks for completions of what is typed, 120 ms after the last key; of nothing typed at once what is popular. Older requests are aborted, and an answer that
 * comes all the same is dropped: the list never shows completions of an older text. Failures show nothing; the
 * search itself works without suggestions.
 */
export function askSuggestions(typed: string): void {
  const query = typed.trim().replace(/\s+/g, ' ').toLowerCase()
  cancel()
  const known = answers.get(query)
  if (known) {
    $suggestions.set({ query, items: known })
    return
  }
  // The old completions are none of an empty field, and nobody is still typing there.
  if (query === '') {
    $suggestions.set(nothing)
    void fetchSuggestions(query)
  } else timer = setTimeout(() => void fetchSuggestions(query), debounceMs)
}

/** Closes the list and forgets what is under way. */
export function clearSuggestions(): void {
  cancel()
  $suggestions.set(nothing)
}

function cancel(): void {
  clearTimeout(timer)
  controller?.abort()
  controller = undefined
}

async function fetchSuggestions(query: string): Promise<void> {
  const mine = new AbortController()
  controller = mine
  try {
    const items = await suggest(query, mine.signal)
    if (controller !== mine) return
    if (answers.size >= mostCached) answers.clear()
    answers.set(query, items)
    $suggestions.set({ query, items })
  } catch (error) {
    if (controller === mine) $suggestions.set(nothing)
    leaveToLog(error)
  }
}

async function suggest(query: string, signal: AbortSignal): Promise<Suggestion[]> {
  return (await http.get<{ suggestions: Suggestion[] }>('/v1/search/suggest', { query: { query }, signal }))
    .suggestions
}
