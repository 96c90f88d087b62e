import { url } from '#routing/url.ts'
import { ProductError } from '#shared/errors.ts'
import type { FormHandler } from '../../api/form.ts'
import { subscriptionCookies } from './endpoints.ts'
import { followAuthor, unfollowAuthor } from './service.ts'

/**
 * The author page's follow button without JavaScript; pages with the author's box post here, too. Field `action` =
 * `follow` | `unfollow`. The page is the same for everybody, so its address says what happened: `#followed` (with the
 * way back), also for who followed already, or `#unfollowed`.
 */
export const authorForm: FormHandler = {
  access: 'public',
  rate: 'write',
  body: 'urlencoded',
  async handle(context, form) {
    const id = Number(form.params.id)
    const { slug } = form.params
    const page = url('author', { world: context.world, id, ...(slug !== undefined && { slug }) })
    if (form.values.action === 'unfollow') {
      await unfollowAuthor(context, id)
      return { redirect: `${page}#unfollowed` }
    }
    if (form.values.action !== 'follow') throw new ProductError('malformed_request')
    const change = await followAuthor(context, id)
    return { redirect: `${page}#followed`, cookies: subscriptionCookies(change) }
  },
}
