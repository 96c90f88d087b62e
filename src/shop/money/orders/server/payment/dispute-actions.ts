import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { taskNoteLength } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { closeDispute } from './lost-disputes.ts'

export const closeLost = action({
  name: 'dispute.close',
  summary:
    'Closes a lost dispute in the books: takes the sale back from its author and buyer, or writes it off for the platform; ends its tasks',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({
    disputeId: z.string().regex(/^[\w-]{1,100}$/),
    bears: z.enum(['author', 'platform']).default('author'),
    /** The buyer keeps the materials. */
    keepsAccess: z.boolean().default(false),
    note: z.string().max(taskNoteLength),
  }),
  run: closeDispute,
  api: {
    method: 'post',
    path: '/v1/disputes/{disputeId}/closing',
    tag: 'payments',
    output: z.object({ disputeId: z.string() }),
  },
  form: {
    page: 'operator-tasks',
    intent: 'close-dispute',
    done: (_closed, { context: { world } }) => `${url('operator-tasks', { world })}#done`,
  },
})
