import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { operatorTaskSchema } from '../rules/contract.ts'
import { listTasks } from './service.ts'

export const taskList = read({
  name: 'operator-task.list',
  summary: 'What only a person can settle, the newest first: open, or done',
  rate: 'read',
  input: z.object({
    state: z.enum(['open', 'done']).default('open'),
    after: z.string().max(512).optional(),
    /** Reference of an order: its tasks alone. */
    order: z.string().max(64).optional(),
  }),
  run: (context, { state, after, order }) => listTasks(context, { done: state === 'done', after, order }),
  api: {
    path: '/v1/operator-tasks',
    tag: 'operators',
    output: z.object({ tasks: z.array(operatorTaskSchema), nextCursor: z.string().nullable() }),
  },
})
