import { articlePath } from '#routing/articles.ts'
import { anonymousIdCookie } from '../../api/csrf.ts'
import type { FormHandler } from '../../api/form.ts'
import { voteHelp } from './service.ts'

/** "Was this helpful?" Field: `helpful` = `yes` | `no`. Comes back to `#thanks`. */
export const helpArticleForm: FormHandler = {
  access: 'public',
  rate: 'write',
  body: 'urlencoded',
  async handle(context, { params, values }) {
    const answer = values.helpful
    if (answer !== 'yes' && answer !== 'no')
      return { problem: 'invalid_input', fields: { helpful: 'invalid' } }
    const { article, newAnonymousId } = await voteHelp(context, Number(params.id), answer === 'yes')
    return {
      redirect: `${articlePath('help', context.world, article)}#thanks`,
      ...(newAnonymousId === null ? {} : { cookies: [anonymousIdCookie(newAnonymousId)] }),
    }
  },
}
