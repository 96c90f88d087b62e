import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { ownPostSchema } from '../../rules/contract.ts'
import { editorAddress } from '../address.ts'
import { schedulePost } from './schedule.ts'

const tag = 'posts'
const page = 'post-editor'
const ofPost = z.object({ postId: idSchema })

export const schedule = action({
  name: 'post.schedule',
  summary: "Make an own draft public at a full hour of the world's own clock",
  rate: 'write',
  input: ofPost.extend({ day: z.iso.date(), hour: z.number().int().min(0).max(23) }),
  run: async (context, { postId, ...at }) => await schedulePost(context, postId, at),
  api: { method: 'put', path: '/v1/posts/{postId}/schedule', tag, output: ownPostSchema },
  form: {
    page,
    intent: 'schedule-post',
    done: ({ id }, { context }) => `${editorAddress(context, { id })}#scheduled`,
  },
})

export const unschedule = action({
  name: 'post.unschedule',
  summary: 'Leave an own draft a draft',
  rate: 'write',
  input: ofPost,
  run: async (context, { postId }) => await schedulePost(context, postId, null),
  api: { method: 'delete', path: '/v1/posts/{postId}/schedule', tag, output: ownPostSchema },
  form: {
    page,
    intent: 'unschedule-post',
    done: ({ id }, { context }) => editorAddress(context, { id, saved: 1 }),
  },
})
