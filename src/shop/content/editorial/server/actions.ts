import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { anonymousIdCookie } from '#platform/http/access/csrf.ts'
import { articlePath } from '#platform/routing/articles.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { voteReasons } from '../rules/contract.ts'
import { voteHelp } from './service.ts'

export const vote = action({
  name: 'article.vote',
  summary: 'Say whether a help article helped',
  rate: 'write',
  input: z.object({
    articleId: idSchema,
    helpful: z.enum(['yes', 'no']),
    reason: z.enum(voteReasons).optional(),
  }),
  run: async (context, { articleId, helpful, reason }) =>
    await voteHelp(context, articleId, { isHelpful: helpful === 'yes', reason: reason ?? null }),
  form: {
    page: 'help-article',
    intent: 'vote-help-article',
    fromAddress: { articleId: 'id' },
    done: ({ article, newAnonymousId }, { context: { world } }) => ({
      redirect: `${articlePath('help', world, article)}#thanks`,
      ...(newAnonymousId !== null && { cookies: [anonymousIdCookie(newAnonymousId)] }),
    }),
  },
})
