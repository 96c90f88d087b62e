import { http } from '#platform/browser/client.ts'
import type { Suggestion } from '#platform/rules/contract/search.ts'

export async function suggest(query: string, signal: AbortSignal): Promise<Suggestion[]> {
  return (await http.get<{ suggestions: Suggestion[] }>('/v1/search/suggest', { query: { query }, signal }))
    .suggestions
}
