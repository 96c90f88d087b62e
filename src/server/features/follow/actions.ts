import { z } from 'zod'
import { url } from '#routing/url.ts'
import { idSchema } from '#shared/contract/world.ts'
import { action, type PostedForm } from '../../http/action.ts'
import { followAuthor, unfollowAuthor } from './service.ts'
import { subscriptionCookies } from './subscriptions.ts'

const input = z.object({ authorId: idSchema })
type Input = z.output<typeof input>

/** The page is the same for everybody, so its address says what happened. */
function authorPage({ context: { world }, input: { authorId: id }, params: { slug } }: PostedForm<Input>) {
  return url('author', { world, id, ...(slug !== undefined && { slug }) })
}

/** Leads to `#followed` (with the way back), also for who followed already. Pages with the author's box post here. */
export const follow = action({
  name: 'follow.author',
  summary: 'Follow an author',
  rate: 'write',
  input,
  run: (context, { authorId }) => followAuthor(context, authorId),
  form: {
    page: 'author',
    intent: 'follow-author',
    fromAddress: { authorId: 'id' },
    done: (change, form) => ({
      redirect: `${authorPage(form)}#followed`,
      cookies: subscriptionCookies(change),
    }),
  },
})

export const unfollow = action({
  name: 'follow.unfollow-author',
  summary: 'Stop following an author',
  rate: 'write',
  input,
  run: (context, { authorId }) => unfollowAuthor(context, authorId),
  form: {
    page: 'author',
    intent: 'unfollow-author',
    fromAddress: { authorId: 'id' },
    done: (_change, form) => `${authorPage(form)}#unfollowed`,
  },
})
