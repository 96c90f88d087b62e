import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import {
  questionPageSchema,
  reportSchema,
  reportStatuses,
  reviewLanguages,
  reviewPageSchema,
  reviewSorts,
} from '#platform/rules/contract/feedback.ts'
import { wholeNumber } from '#platform/rules/contract/number.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { listReports } from './reports/reports.ts'
import { listOpenQuestions, listQuestions } from './reviews/questions.ts'
import { listReviews } from './reviews/reviews.ts'

const tag = 'feedback'
const cursor = z.string().max(200).optional()

export const reviews = read({
  name: 'review.list',
  summary: 'Reviews of a material, the newest or the most helpful first',
  rate: 'read',
  input: z.object({
    materialId: idSchema,
    cursor,
    rating: wholeNumber(1, 5).optional(),
    language: z.enum(reviewLanguages).optional(),
    sort: z.enum(reviewSorts).default('newest'),
  }),
  run: async (context, { materialId, ...wish }) => await listReviews(context, materialId, wish),
  api: { path: '/v1/materials/{materialId}/reviews', tag, output: reviewPageSchema },
})

export const questions = read({
  name: 'question.list',
  summary: 'Answered questions about a material, the newest first',
  rate: 'read',
  input: z.object({ materialId: idSchema, cursor }),
  run: async (context, { materialId, cursor: after }) => await listQuestions(context, materialId, after),
  api: { path: '/v1/materials/{materialId}/questions', tag, output: questionPageSchema },
})

export const openQuestions = read({
  name: 'question.list-open',
  summary:
    'Questions about a material that nobody has answered, the oldest first: for its author and who has it',
  rate: 'read',
  input: z.object({ materialId: idSchema, cursor }),
  run: async (context, { materialId, cursor: after }) => await listOpenQuestions(context, materialId, after),
  api: { path: '/v1/materials/{materialId}/questions/open', tag, output: questionPageSchema },
})

export const reports = read({
  name: 'report.list',
  summary: 'Reports of a world, the newest first',
  rate: 'read',
  input: z.object({ cursor, status: z.enum(reportStatuses).default('open') }),
  run: async (context, wish) => await listReports(context, wish),
  api: {
    path: '/v1/reports',
    tag,
    output: z.object({ reports: z.array(reportSchema), nextCursor: z.string().nullable() }),
  },
})
