import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { questionInputSchema, reportInputSchema } from '#platform/rules/contract/feedback.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { refusedReport, reportAnswer, reportMaterial, reportWords } from './reports/reports.ts'
import { askQuestion } from './reviews/questions.ts'
import { materialAddress } from './subject.ts'

const tag = 'feedback'
const fromAddress = { materialId: 'id' }

export const ask = action({
  name: 'question.ask',
  summary: 'Ask the author; public with the answer',
  rate: 'write',
  input: questionInputSchema.extend({ materialId: idSchema }),
  run: async (context, { materialId, text }) => ({ id: await askQuestion(context, materialId, text) }),
  api: {
    method: 'post',
    path: '/v1/materials/{materialId}/questions',
    tag,
    output: z.object({ id: z.number().int() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'material',
    intent: 'ask-question',
    fromAddress,
    done: (_id, { context, params, input }) =>
      `${materialAddress(context, input.materialId, params.slug)}#question-sent`,
  },
})

export const report = action({
  name: 'report.material',
  summary: 'Report a material; confirmed by mail',
  rate: 'write',
  input: reportInputSchema.extend({
    materialId: idSchema,
    /** One review, question or comment on the page of the material instead of the material itself. */
    about: z
      .string()
      .regex(/^(?:(?:review|question|comment)-[1-9]\d{0,14})?$/)
      .default(''),
  }),
  run: async (context, { materialId, about, ...input }) => {
    const [kind, id] = about.split('-')
    if (kind === 'review' || kind === 'question')
      await reportWords(context, { kind, id: Number(id) }, { input, materialId })
    else if (kind === 'comment') await reportAnswer(context, Number(id), { input, materialId })
    else await reportMaterial(context, materialId, { input })
  },
  api: {
    method: 'post',
    path: '/v1/materials/{materialId}/reports',
    tag,
    output: z.object({ done: z.literal(true) }),
    reply: () => ({ data: { done: true as const } }),
  },
  form: {
    page: 'material',
    intent: 'report-material',
    failed: refusedReport,
    fromAddress,
    done: (_result, { context, params, input }) =>
      `${materialAddress(context, input.materialId, params.slug)}#report-sent`,
  },
})

export const reportReview = action({
  name: 'report.review',
  summary: 'Report one review; confirmed by mail',
  rate: 'write',
  input: reportInputSchema.extend({ reviewId: idSchema }),
  run: async (context, { reviewId, ...input }) =>
    await reportWords(context, { kind: 'review', id: reviewId }, { input }),
  api: {
    method: 'post',
    path: '/v1/reviews/{reviewId}/reports',
    tag,
    output: z.object({ done: z.literal(true) }),
    reply: () => ({ data: { done: true as const } }),
  },
})

export const reportQuestion = action({
  name: 'report.question',
  summary: 'Report one answered question; confirmed by mail',
  rate: 'write',
  input: reportInputSchema.extend({ questionId: idSchema }),
  run: async (context, { questionId, ...input }) =>
    await reportWords(context, { kind: 'question', id: questionId }, { input }),
  api: {
    method: 'post',
    path: '/v1/questions/{questionId}/reports',
    tag,
    output: z.object({ done: z.literal(true) }),
    reply: () => ({ data: { done: true as const } }),
  },
})
