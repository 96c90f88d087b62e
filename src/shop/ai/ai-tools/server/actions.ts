import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema, worldSchema } from '#platform/rules/contract/world.ts'
import {
  favoriteSchema,
  mineSchema,
  type RunInput,
  runInputSchema,
  startedSchema,
} from '../rules/contract.ts'
import { cancelRun, makeExercise, markFavorite, startRun } from './service.ts'

const tag = 'ai tools'

/** The fields of a tool's form are its inputs; which tool, the address says. */
const formInput = z
  .looseObject({ tool_id: z.string(), language: worldSchema.optional() })
  .transform(({ tool_id, language, ...inputs }): RunInput => ({ tool_id, language, inputs }))

export const run = action({
  name: 'ai-tool.run',
  summary: 'Run a tool; what it makes is streamed from the run, and is there for a day',
  rate: 'write',
  input: runInputSchema,
  run: async (context, input) => await startRun(context, input),
  api: {
    method: 'post',
    path: '/v3/ai/runs',
    tag,
    output: startedSchema,
    reply: ({ id }) => ({ status: 202, data: { run_id: id } }),
  },
  form: {
    page: 'ai-tool',
    intent: 'run-tool',
    input: formInput,
    fromAddress: { tool_id: 'tool' },
    maxBytes: 256 * 1024,
    done: ({ id }, { context: { world } }) => url('ai-run', { world, runId: id }),
  },
})

export const cancel = action({
  name: 'ai-tool.cancel',
  summary: 'Stop a run; what it would have cost is given back',
  rate: 'write',
  input: z.object({ id: idSchema }),
  run: async (context, { id }) => await cancelRun(context, id),
  api: {
    method: 'delete',
    path: '/v3/ai/runs/{id}',
    tag,
    output: z.object({ done: z.literal(true) }),
    reply: () => ({ data: { done: true as const } }),
  },
})

export const exercise = action({
  name: 'ai-tool.exercise',
  summary: 'Make an exercise of the questions of a result, as a draft',
  rate: 'write',
  input: z.object({ id: idSchema }),
  run: async (context, { id }) => await makeExercise(context, id),
  api: {
    method: 'post',
    path: '/v3/ai/runs/{id}/exercise',
    tag,
    output: z.object({ unit_id: idSchema }),
    reply: ({ id }) => ({ data: { unit_id: id } }),
  },
  form: {
    page: 'ai-run',
    intent: 'make-exercise',
    fromAddress: { id: 'runId' },
    done: ({ id }, { context: { world } }) => url('interactive-unit', { world, unitId: id }),
  },
})

export const favorite = action({
  name: 'ai-tool.favorite',
  summary: 'Mark a tool as a favourite, or take the mark away',
  rate: 'write',
  input: favoriteSchema,
  run: async (context, { tool_id, isFavorite }) => await markFavorite(context, tool_id, isFavorite),
  api: { method: 'post', path: '/v3/ai/favorites', tag, output: mineSchema },
  form: {
    page: 'ai-tool',
    intent: 'mark-tool',
    fromAddress: { tool_id: 'tool' },
    done: (_mine, { context: { world } }) => url('ai-documents', { world }),
  },
})
