import type { PageTexts } from '../rules/contract.ts'

/**
 * Texts of a world. Without the transport of the other calls: it needs neither session nor cart.
 */
export async function readPageTexts(world: string): Promise<PageTexts> {
  const answer = await fetch(`/api/v3/page-texts?world=${encodeURIComponent(world)}`)
  if (!answer.ok) throw new Error(`page texts: ${answer.status}`)
  return answer.json()
}
