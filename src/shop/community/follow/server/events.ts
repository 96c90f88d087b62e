import { event } from '#platform/events/event.ts'

/** Pages that show how many follow an author. Not `author:<id>`: a material page does not, and there are thousands. */
export function followersTag(authorId: number): string {
  return `followers:${authorId}`
}

/** Pages that show whom a member follows. */
export function followingTag(accountId: number): string {
  return `following:${accountId}`
}

/** A member follows authors, or follows them no more. Strangers are not counted and have no public list. */
export const followChanged = event<{
  accountId: number
  authorIds: readonly number[]
  isFollowing: boolean
}>('follow.changed', {
  // A member's own head counts whom they follow, too.
  tags: ({ accountId, authorIds }) => [
    followingTag(accountId),
    followersTag(accountId),
    ...authorIds.map(followersTag),
  ],
})
