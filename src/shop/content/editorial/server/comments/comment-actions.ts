import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { textNameSchema } from '../../rules/contract.ts'
import { commentText, resolveTextComment } from './comments.ts'

const tag = 'editors'
const page = 'console-text'
const fromAddress = { kind: 'kind', key: 'key' }
const commentLength = 2000
const quoteLength = 200

export const comment = action({
  name: 'text.comment',
  summary: 'Say something about a paragraph of a text, or answer what was said',
  rate: 'write',
  input: textNameSchema.extend({
    threadId: idSchema.optional(),
    /** How the paragraph begins. */
    quote: z.string().trim().max(quoteLength).default(''),
    body: z.string().overwrite(cleanText).min(1).max(commentLength),
  }),
  run: async (context, input) => await commentText(context, input),
  api: {
    method: 'post',
    path: '/v1/texts/comments',
    tag,
    output: z.object({ id: z.number().int() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page,
    intent: 'comment-text',
    fromAddress,
    done: ({ id }, { context, input: { kind, key } }) =>
      `${url('console-text', { world: context.world, kind, key })}#comment-${id}`,
  },
})

export const resolve = action({
  name: 'text.resolve',
  summary: 'Be done with a thread about a text',
  rate: 'write',
  input: textNameSchema.extend({ threadId: idSchema }),
  run: async (context, input) => await resolveTextComment(context, input),
  api: {
    method: 'put',
    path: '/v1/texts/comments/resolved',
    tag,
    output: z.object({ done: z.literal(true) }),
  },
  form: {
    page,
    intent: 'resolve-text-comment',
    fromAddress,
    done: (_done, { context, input: { kind, key } }) =>
      `${url('console-text', { world: context.world, kind, key })}#comments`,
  },
})
