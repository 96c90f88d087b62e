import type { MemberVisitor } from '#platform/context/context.ts'

type Member = Pick<MemberVisitor, 'accountId'>

/** Whether the member wrote the post: who changes it, and whose likes do not count. */
export function isOwnPost({ accountId }: Member, post: { author_id: number }): boolean {
  return post.author_id === accountId
}

/** Whether the member wrote the comment: nobody else takes its words back. */
export function isOwnComment({ accountId }: Member, comment: { account_id: number }): boolean {
  return comment.account_id === accountId
}

/** Who decides which comments a post shows: its author, and whoever moderates. */
export function mayModerate(
  member: Member,
  post: { author_id: number },
  { isModerator }: { isModerator: boolean },
): boolean {
  return isModerator || isOwnPost(member, post)
}
