import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { sendFreeMaterial, takeFreeFile } from './service.ts'

export const sendByMail = action({
  name: 'free-material.mail',
  summary: 'Have the link to a free material sent to an address, without an account',
  rate: 'write',
  input: z.object({ materialId: idSchema, email: z.string().max(320) }),
  run: async (context, { materialId, email }) => await sendFreeMaterial(context, materialId, email),
  form: {
    page: 'material',
    intent: 'send-free-material',
    fromAddress: { materialId: 'id' },
    done: (_result, { context: { world }, params: { slug }, input: { materialId } }) =>
      `${url('material', { world, id: materialId, ...(slug !== undefined && { slug }) })}#free-sent`,
  },
})

/** Opening the link gives nothing, because mail scanners open links: a button does. */
export const take = action({
  name: 'free-material.take',
  summary: "Download one of the files of the mail's link; counted",
  rate: 'write',
  input: z.object({ token: z.string(), fileId: idSchema }),
  run: async (context, { token, fileId }) => await takeFreeFile(context, token, fileId),
  form: {
    page: 'free-download',
    intent: 'take-free-file',
    fromAddress: { token: 'token' },
    done: (address) => address,
    failed: ({ code }) => (code === 'link_expired' ? { problem: code } : undefined),
  },
})
