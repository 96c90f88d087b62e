import { http } from '#platform/browser/client.ts'

/** Stores the draft of a text; answers the number the next change names. */
export async function storeText(text: {
  kind: string
  key: string
  version: number
  words: Record<string, string>
}): Promise<{ version: number }> {
  return http.post('/v1/texts/draft', text)
}
