import type { Context } from '#platform/context/context.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { alikeTo } from '#shop/catalogue/catalogue/server/service.ts'

/**
 * Finds what is like a material and stores it, so that its first visitor does not wait for that: it is most of what a page
 * asks of the database. Where it is stored already and the words are the same, nothing is found anew.
 */
export async function findSimilar(
  context: Context,
  { world, materialId }: { world: LiveWorldCode; materialId: number },
): Promise<void> {
  await alikeTo({ ...context, world }, materialId)
}
