import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { postPictureSchema } from '../../rules/contract.ts'
import { editorAddress } from '../address.ts'
import { addPicture, pictureParts, removePicture } from './pictures.ts'

const tag = 'posts'
const page = 'post-editor'

export const sendPicture = action({
  name: 'post.picture',
  summary: 'Keep a picture for own posts',
  rate: 'upload',
  body: 'multipart',
  input: z.object({}),
  parts: pictureParts,
  run: async (context, _input, request) => await addPicture(context, request),
  api: {
    method: 'post',
    path: '/v1/post-pictures',
    tag,
    output: postPictureSchema,
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page,
    intent: 'add-post-picture',
    done: ({ id }, { context }) => `${editorAddress(context, { picture: id })}#pictures`,
  },
})

export const dropPicture = action({
  name: 'post.remove-picture',
  summary: 'Take an own picture away, also from posts that show it',
  rate: 'write',
  input: z.object({ pictureId: idSchema }),
  run: async (context, { pictureId }) => {
    await removePicture(context, pictureId)
    return { done: true as const }
  },
  api: {
    method: 'delete',
    path: '/v1/post-pictures/{pictureId}',
    tag,
    output: z.object({ done: z.literal(true) }),
  },
  form: {
    page,
    intent: 'remove-post-picture',
    done: (_done, { context }) => `${editorAddress(context, {})}#pictures`,
  },
})
