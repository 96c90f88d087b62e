import { z } from 'zod'
import {
  answerInputSchema,
  ownReviewSchema,
  questionInputSchema,
  questionPageSchema,
  reportInputSchema,
  reportSchema,
  reportStatuses,
  reviewInputSchema,
  reviewLanguages,
  reviewPageSchema,
  reviewSorts,
} from '#shared/contract/feedback.ts'
import { idSchema } from '#shared/contract/world.ts'
import { type Endpoint, endpoint } from '../../api/endpoint.ts'
import { answerQuestion, askQuestion, listQuestions } from './questions.ts'
import { listReports, reportMaterial } from './reports.ts'
import { deleteReview, listReviews, replyToReview, voteHelpful, writeReview } from './reviews.ts'

const params = z.object({ id: idSchema })
const cursor = z.string().max(200).optional()
const doneSchema = z.object({ done: z.literal(true) })
const done = { data: { done: true as const } }
const helpfulSchema = z.object({ helpfulCount: z.number().int() })

const reading = { tag: 'feedback', access: 'public', terms: 'skipped', rate: 'read', params } as const
const writing = { tag: 'feedback', access: 'member', terms: 'required', rate: 'write', params } as const

export const feedbackEndpoints: Endpoint[] = [
  endpoint({
    ...reading,
    method: 'get',
    path: '/v1/materials/{id}/reviews',
    summary: 'Reviews of a material, the newest or the most helpful first',
    query: z.object({
      cursor,
      rating: z.coerce.number().int().min(1).max(5).optional(),
      language: z.enum(reviewLanguages).optional(),
      sort: z.enum(reviewSorts).default('newest'),
    }),
    output: reviewPageSchema,
    handler: async (context, { params, query }) => ({ data: await listReviews(context, params.id, query) }),
  }),
  endpoint({
    ...writing,
    method: 'put',
    path: '/v1/materials/{id}/review',
    summary: 'Write or rewrite the own review of a bought material',
    body: reviewInputSchema,
    output: ownReviewSchema,
    handler: async (context, { params, body }) => ({ data: await writeReview(context, params.id, body) }),
  }),
  endpoint({
    ...writing,
    method: 'delete',
    path: '/v1/materials/{id}/review',
    summary: 'Take the own review back',
    output: doneSchema,
    async handler(context, { params }) {
      await deleteReview(context, params.id)
      return done
    },
  }),
  endpoint({
    ...writing,
    method: 'put',
    path: '/v1/reviews/{id}/reply',
    summary: "The author's one answer to a review; replaces an earlier one",
    body: answerInputSchema,
    output: doneSchema,
    async handler(context, { params, body }) {
      await replyToReview(context, params.id, body.text)
      return done
    },
  }),
  endpoint({
    ...writing,
    method: 'delete',
    path: '/v1/reviews/{id}/reply',
    summary: "Take the author's answer back",
    output: doneSchema,
    async handler(context, { params }) {
      await replyToReview(context, params.id, null)
      return done
    },
  }),
  endpoint({
    ...writing,
    method: 'put',
    path: '/v1/reviews/{id}/helpful',
    summary: 'A review was helpful; counts once for each member',
    output: helpfulSchema,
    async handler(context, { params }) {
      const { helpfulCount } = await voteHelpful(context, params.id, true)
      return { data: { helpfulCount } }
    },
  }),
  endpoint({
    ...writing,
    method: 'delete',
    path: '/v1/reviews/{id}/helpful',
    summary: 'Take the vote for a review back',
    output: helpfulSchema,
    async handler(context, { params }) {
      const { helpfulCount } = await voteHelpful(context, params.id, false)
      return { data: { helpfulCount } }
    },
  }),
  endpoint({
    ...reading,
    method: 'get',
    path: '/v1/materials/{id}/questions',
    summary: 'Answered questions about a material, the newest first',
    query: z.object({ cursor }),
    output: questionPageSchema,
    handler: async (context, { params, query }) => ({
      data: await listQuestions(context, params.id, query.cursor),
    }),
  }),
  endpoint({
    ...writing,
    method: 'post',
    path: '/v1/materials/{id}/questions',
    summary: 'Ask the author; public with the answer',
    body: questionInputSchema,
    output: z.object({ id: z.number().int() }),
    handler: async (context, { params, body }) => ({
      status: 201,
      data: { id: await askQuestion(context, params.id, body.text) },
    }),
  }),
  endpoint({
    ...writing,
    method: 'put',
    path: '/v1/questions/{id}/answer',
    summary: "The author's answer to a question; replaces an earlier one",
    body: answerInputSchema,
    output: doneSchema,
    async handler(context, { params, body }) {
      await answerQuestion(context, params.id, body.text)
      return done
    },
  }),
  endpoint({
    ...writing,
    access: 'public',
    terms: 'skipped',
    method: 'post',
    path: '/v1/materials/{id}/reports',
    summary: 'Report a material; confirmed by mail',
    body: reportInputSchema,
    output: doneSchema,
    async handler(context, { params, body, raw }) {
      await reportMaterial(context, params.id, { input: body, ip: raw.ip })
      return done
    },
  }),
  endpoint({
    tag: 'feedback',
    access: 'admin',
    terms: 'skipped',
    rate: 'read',
    method: 'get',
    path: '/v1/reports',
    summary: 'Reports of a world, the newest first',
    query: z.object({ cursor, status: z.enum(reportStatuses).default('open') }),
    output: z.object({ reports: z.array(reportSchema), nextCursor: z.string().nullable() }),
    handler: async (context, { query }) => ({ data: await listReports(context, query) }),
  }),
]
