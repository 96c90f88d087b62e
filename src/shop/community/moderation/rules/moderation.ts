import { strikes } from '#platform/limits.ts'
import type { AppealSide, CaseKind, Outcome } from '#platform/rules/contract/moderation.ts'
import { listingOutcomes } from '#platform/rules/listing-outcomes.ts'

/** What can be decided about a case of this kind: the first is what the case asks for. */
export function outcomesOf({ kind, by }: { kind: CaseKind; by: AppealSide | null }): readonly Outcome[] {
  if (kind === 'report') return ['removed', 'kept']
  if (kind === 'listing') return listingOutcomes
  return by === 'author' ? ['restored', 'confirmed'] : ['removed', 'confirmed']
}

/** Which side may complain about a decision: the one it went against. */
export function appealable(outcome: Outcome): AppealSide | undefined {
  if (outcome === 'removed' || outcome === 'rejected') return 'author'
  return outcome === 'kept' ? 'notifier' : undefined
}

/** Until when nothing new is published with these strikes of the last year; undefined: nothing is closed. */
export function pauseAfter(struckAt: readonly Date[]): Date | undefined {
  if (struckAt.length < strikes.count) return undefined
  const last = Math.max(...struckAt.map((at) => at.getTime()))
  return new Date(last + strikes.pauseDays * 86_400_000)
}
