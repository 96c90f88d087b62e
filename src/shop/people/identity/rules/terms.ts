import { legalTextVersion } from '#platform/limits.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** Worlds whose texts changed on a day of their own; all others have the common version. */
export const changedTerms: Partial<Record<LiveWorldCode, string>> = {}

/** The version of the legal texts in force in a world: who accepted another one is asked again. */
export function termsVersionOf(world: LiveWorldCode): string {
  return changedTerms[world] ?? legalTextVersion
}
