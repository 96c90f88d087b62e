import type { PageTexts } from '#shared/contract/page-texts.ts'
import { readPageTexts } from '../api/page-texts.ts'

const known = new Map<string, Promise<PageTexts>>()

/** Texts of the page's world, or of another one; asked for once, and again after a failure. */
export function loadPageTexts(world = ''): Promise<PageTexts> {
  const texts = known.get(world) ?? readPageTexts(world || undefined)
  known.set(world, texts)
  texts.catch(() => known.delete(world))
  return texts
}
