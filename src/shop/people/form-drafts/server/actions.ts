import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { draftSchema, draftTargetSchema } from '../rules/contract.ts'
import { discardDraft, keepDraft } from './service.ts'

const tag = 'form drafts'
const path = '/v1/form-drafts'

export const keep = action({
  name: 'form-draft.keep',
  summary: 'Keep what is typed into a form of an author until it is sent',
  rate: 'write',
  input: draftSchema,
  run: (context, input) => keepDraft(context, input),
  api: {
    method: 'post',
    path,
    tag,
    output: z.object({ at: z.string() }),
    reply: ({ at }) => ({ data: { at: at.toISOString() } }),
  },
})

export const discard = action({
  name: 'form-draft.discard',
  summary: 'Forget what was typed into a form and not sent',
  rate: 'write',
  input: draftTargetSchema,
  run: (context, input) => discardDraft(context, input),
  api: {
    method: 'delete',
    path,
    tag,
    output: z.object({ done: z.literal(true) }),
    reply: () => ({ data: { done: true as const } }),
  },
})
