import { http } from '#platform/browser/client.ts'
import type { LinkTarget, TextPicture } from '../rules/contract.ts'

/** Stores the draft of a text; answers the number the next change names. */
export async function storeText(text: {
  kind: string
  key: string
  version: number
  words: Record<string, string>
}): Promise<{ version: number }> {
  return http.post('/v1/texts/draft', text)
}

export async function findTargets(query: string): Promise<LinkTarget[]> {
  return (await http.get<{ targets: LinkTarget[] }>('/v1/texts/targets', { query: { query } })).targets
}

/** A picture for texts, with what is to be seen, its credit and its shape. */
export async function sendTextPicture(body: FormData): Promise<TextPicture> {
  return await http.post('/v1/text-pictures', body)
}
