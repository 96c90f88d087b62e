import type { MemberVisitor } from '#platform/context/context.ts'

type Member = Pick<MemberVisitor, 'accountId'>

/** Whether the member is the author of what is reviewed or asked about: who answers, and does neither. */
export function isAuthorOf({ accountId }: Member, about: { author_id: number }): boolean {
  return about.author_id === accountId
}

/** Whether the member wrote the review: nobody finds the own one helpful. */
export function isOwnReview({ accountId }: Member, review: { account_id: number }): boolean {
  return review.account_id === accountId
}
