import { http } from '#platform/browser/client.ts'

export interface DraftWords {
  form: string
  subject: string
  fields: Record<string, string[]>
}

/** Keeps what is typed, on every device of the member. */
export async function storeDraft(words: DraftWords): Promise<{ at: string }> {
  return http.post('/v1/form-drafts', words)
}

/** Forgets it. */
export async function dropDraft({ form, subject }: Omit<DraftWords, 'fields'>): Promise<void> {
  await http.remove('/v1/form-drafts', { query: { form, subject } })
}
