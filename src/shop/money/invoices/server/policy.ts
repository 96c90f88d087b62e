import type { MemberVisitor } from '#platform/context/context.ts'

/** A document is for whom it was written: for everybody else, whatever they are, there is none. */
export function isOwnDocument(
  member: Pick<MemberVisitor, 'accountId'>,
  document: { account_id: number },
): boolean {
  return document.account_id === member.accountId
}
