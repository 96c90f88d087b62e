import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { mineSchema } from '../rules/contract.ts'
import { mine, streamRun } from './service.ts'

const tag = 'ai tools'

export const stream = read({
  name: 'ai-tool.stream',
  summary:
    'What a run makes, as server-sent events: meta, block, warning, usage, done or error; Last-Event-ID goes on from there',
  rate: 'read',
  input: z.object({ id: idSchema }),
  run: async (context, { id }, { headers }) => {
    const after = Number(headers['last-event-id'] ?? 0)
    return await streamRun(context, id, Number.isSafeInteger(after) && after > 0 ? after : 0)
  },
  api: {
    path: '/v3/ai/runs/{id}/stream',
    tag,
    output: z.string(),
    reply: (stream) => ({
      stream,
      headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
    }),
  },
})

export const own = read({
  name: 'ai-tool.mine',
  summary: 'The own favourites among the tools, those used last, and what is left of the allowance',
  rate: 'read',
  input: z.object({}),
  run: async (context) => await mine(context),
  api: { path: '/v3/ai/mine', tag, output: mineSchema },
})
