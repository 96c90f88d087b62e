import { pageWorld } from '#platform/browser/page.ts'
import type { PageTexts } from '../rules/contract.ts'
import { readPageTexts } from './page-texts-api.ts'

const known = new Map<string, Promise<PageTexts>>()

/** Texts of the page's world, or of another one; asked for once, and again after a failure. */
export function loadPageTexts(world = pageWorld()): Promise<PageTexts> {
  const texts = known.get(world) ?? readPageTexts(world)
  known.set(world, texts)
  texts.catch(() => known.delete(world))
  return texts
}
