import { http } from '#platform/browser/client.ts'
import type { HelpHint } from '../rules/contract.ts'

/** Help articles for what somebody types, the best first. */
export async function findHelp(query: string): Promise<readonly HelpHint[]> {
  const { articles } = await http.get<{ articles: HelpHint[] }>(
    `/v1/help/articles?query=${encodeURIComponent(query)}`,
  )
  return articles
}
