import { queryFollows } from '../api/subscriptions.ts'
import { createSubscriptions } from './subscriptions.ts'

const follows = createSubscriptions({
  type: 'author',
  name: 'follows',
  query: queryFollows,
  toasts: { full: 'followsFull', removed: 'followRemoved', unchanged: 'followsUnchanged' },
})

/** Followed authors. */
export const { $ids: $follows, load: loadFollows, set: setFollow } = follows
