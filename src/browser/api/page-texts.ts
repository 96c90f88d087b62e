import type { PageTexts } from '#shared/contract/page-texts.ts'
import { http } from './client.ts'

/** Texts of the page's world, or of another one. */
export async function readPageTexts(world?: string): Promise<PageTexts> {
  return http.get('/v3/page-texts', world === undefined ? {} : { query: { world } })
}
