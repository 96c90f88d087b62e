import type { LiveWorldCode } from '../contract/world.ts'
import { legalTextVersion } from '../limits.ts'

/** Worlds whose texts changed on a day of their own; all others have the common version. */
export const changedTerms: Partial<Record<LiveWorldCode, string>> = {}

/** The version of the legal texts in force in a world: who accepted another one is asked again. */
export function termsVersionOf(world: LiveWorldCode): string {
  return changedTerms[world] ?? legalTextVersion
}
