import { z } from 'zod'
import { action, type FormDone } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { textNameSchema, textPictureSchema } from '../../rules/contract.ts'
import { addTextPicture, textPictureParts } from './pictures.ts'

export const sendPicture = action({
  name: 'text.picture',
  summary: 'Keep a picture for texts',
  rate: 'upload',
  body: 'multipart',
  input: z.object({}),
  parts: textPictureParts,
  run: async (context, _input, request) => await addTextPicture(context, request),
  api: {
    method: 'post',
    path: '/v1/text-pictures',
    tag: 'editors',
    output: textPictureSchema,
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'console-text',
    intent: 'add-text-picture',
    done: ({ id }, { context, params }): FormDone => {
      const name = textNameSchema.parse(params)
      return {
        redirect: `${url('console-text', { world: context.world, ...name, query: { picture: id } })}#pictures`,
      }
    },
  },
})
