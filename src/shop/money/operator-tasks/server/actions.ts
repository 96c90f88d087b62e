import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { taskNoteLength } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { finishTask } from './service.ts'

export const taskDone = action({
  name: 'operator-task.done',
  summary: 'Says that a matter only a person can settle is settled, and how',
  rate: 'write',
  input: z.object({ id: idSchema, note: z.string().min(3).max(taskNoteLength) }),
  async run(context, input) {
    await finishTask(context, input)
    return { done: true as const }
  },
  api: {
    method: 'post',
    path: '/v1/operator-tasks/{id}/done',
    tag: 'operators',
    output: z.object({ done: z.literal(true) }),
  },
  form: {
    page: 'operator-tasks',
    intent: 'task-done',
    done: (_result, { context: { world } }) => `${url('operator-tasks', { world })}#done`,
  },
})
