import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import {
  appealInputSchema,
  decisionInputSchema,
  decisionSchema,
  listingDecisionSchema,
} from '#platform/rules/contract/moderation.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { fileAppeal } from './appeals.ts'
import { decideCase } from './deciding.ts'
import { decideListing } from './listings.ts'

const tag = 'moderation'

export const decide = action({
  name: 'moderation.decide',
  summary: 'Decides a case with the reasons both sides get by mail',
  rate: 'write',
  input: decisionInputSchema.extend({ caseId: idSchema }),
  run: (context, { caseId, ...input }) => decideCase(context, caseId, input),
  api: {
    method: 'post',
    path: '/v1/moderation/cases/{caseId}/decision',
    tag,
    output: z.object({ decision: decisionSchema }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'moderation',
    intent: 'decide-case',
    done: (_result, { context: { world } }) => `${url('moderation', { world })}#decided`,
  },
})

export const decideOnListing = action({
  name: 'moderation.decide-listing',
  summary: 'Publishes a listing that waits, asks its author to change it, or rejects it',
  rate: 'write',
  input: listingDecisionSchema.extend({ caseId: idSchema }),
  run: (context, { caseId, ...input }) => decideListing(context, caseId, input),
  api: {
    method: 'post',
    path: '/v1/moderation/cases/{caseId}/listing-decision',
    tag,
    output: z.object({ decision: decisionSchema }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'moderation',
    intent: 'decide-listing',
    done: (_result, { context: { world } }) => `${url('moderation', { world })}#decided`,
  },
})

export const appeal = action({
  name: 'moderation.appeal',
  summary: 'Complains about a decision by the link of its mail; once, confirmed by mail',
  rate: 'write',
  input: appealInputSchema.extend({ token: z.string().max(256) }),
  run: async (context, input) => await fileAppeal(context, input),
  api: {
    method: 'post',
    path: '/v1/appeals/{token}',
    tag,
    output: z.object({ done: z.literal(true) }),
    reply: () => ({ data: { done: true as const } }),
  },
  form: {
    page: 'appeal',
    intent: 'appeal',
    fromAddress: { token: 'token' },
    done: (_result, { context: { world }, input: { token } }) => `${url('appeal', { world, token })}#sent`,
    failed: ({ code }) => (code === 'link_expired' ? { problem: 'link_expired' } : undefined),
  },
})
