import { z } from 'zod'
import { questionInputSchema, reportInputSchema } from '#shared/contract/feedback.ts'
import { idSchema } from '#shared/contract/world.ts'
import { action } from '../../http/action.ts'
import { askQuestion } from './questions.ts'
import { reportMaterial } from './reports.ts'
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
  input: reportInputSchema.extend({ materialId: idSchema }),
  run: async (context, { materialId, ...input }, { ip }) =>
    await reportMaterial(context, materialId, { input, ip }),
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
    fromAddress,
    done: (_result, { context, params, input }) =>
      `${materialAddress(context, input.materialId, params.slug)}#report-sent`,
  },
})
