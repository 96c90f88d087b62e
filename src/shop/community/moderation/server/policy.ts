import type { MemberVisitor } from '#platform/context/context.ts'

/**
 * Whether a member of the operator's team may decide a case: nobody judges their own things, their own report, or what they
 * decided before.
 */
export function isImpartial(
  { accountId }: Pick<MemberVisitor, 'accountId'>,
  about: { affectedId: number; reporterIds: readonly (number | null)[]; decidedBefore: number | undefined },
): boolean {
  return (
    about.affectedId !== accountId &&
    !about.reporterIds.includes(accountId) &&
    about.decidedBefore !== accountId
  )
}
