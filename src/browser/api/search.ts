import type { Suggestion } from '#shared/contract/search.ts'
import { http } from './client.ts'

export async function suggest(query: string, signal: AbortSignal): Promise<Suggestion[]> {
  return (await http.get<{ suggestions: Suggestion[] }>('/v1/search/suggest', { query: { query }, signal }))
    .suggestions
}
