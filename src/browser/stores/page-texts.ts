import type { PageTexts } from '#shared/contract/page-texts.ts'
import { readPageTexts } from '../api/page-texts.ts'
import { pageWorld } from '../device/page.ts'

const known = new Map<string, Promise<PageTexts>>()

/** Texts of the page's world, or of another one; asked for once, and again after a failure. */
export function loadPageTexts(world = pageWorld()): Promise<PageTexts> {
  const texts = known.get(world) ?? readPageTexts(world)
  known.set(world, texts)
  texts.catch(() => known.delete(world))
  return texts
}
