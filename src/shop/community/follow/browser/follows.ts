import { createSubscriptions } from '#shop/buying/favorites/browser/subscriptions.ts'
import { queryFollows } from '#shop/buying/favorites/browser/subscriptions-api.ts'

const follows = createSubscriptions({
  type: 'author',
  name: 'follows',
  query: queryFollows,
  toasts: { full: 'followsFull', removed: 'followRemoved', unchanged: 'followsUnchanged' },
})

/** Followed authors. */
export const { $ids: $follows, load: loadFollows, set: setFollow } = follows
