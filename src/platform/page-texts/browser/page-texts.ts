import { pageWorld } from '#platform/browser/page.ts'
import type { PageTexts } from '../rules/contract.ts'

const known = new Map<string, Promise<PageTexts>>()

/** Texts of the page's world, or of another one; asked for once, and again after a failure. */
export function loadPageTexts(world = pageWorld()): Promise<PageTexts> {
  const texts = known.get(world) ?? readPageTexts(world)
  known.set(world, texts)
  texts.catch(() => known.delete(world))
  return texts
}

/**
 * Texts of a world. Without the transport of the other calls: it needs neither session nor cart.
 */
async function readPageTexts(world: string): Promise<PageTexts> {
  const answer = await fetch(`/api/v3/page-texts?world=${encodeURIComponent(world)}`)
  if (!answer.ok) throw new Error(`page texts: ${answer.status}`)
  return answer.json()
}
