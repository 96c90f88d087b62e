import type { PageTexts } from '#shared/contract/page-texts.ts'

/**
 * Texts of a world. Without the transport of the other calls: it needs neither session nor cart, and who is only told
 * of another language should not fetch 18 kB for it.
 */
export async function readPageTexts(world: string): Promise<PageTexts> {
  const answer = await fetch(`/api/v3/page-texts?world=${encodeURIComponent(world)}`)
  if (!answer.ok) throw new Error(`page texts: ${answer.status}`)
  return answer.json()
}
