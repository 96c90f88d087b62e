import { z } from 'zod'
import { action, type FormDone, read } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { downloadsSchema } from '../rules/contract.ts'
import { episodeDownloads } from './downloads.ts'
import { addSound, soundParts } from './sounds.ts'

export const sendSound = action({
  name: 'podcast.sound',
  summary: 'Keep a recording of an episode, or its transcript, and name it in the draft',
  rate: 'upload',
  body: 'multipart',
  input: z.object({}),
  parts: soundParts,
  run: async (context, _input, request) => await addSound(context, request),
  api: {
    method: 'post',
    path: '/v1/podcast-sounds',
    tag: 'editors',
    output: z.object({ key: z.string() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'console-text',
    intent: 'send-sound',
    done: ({ key }, { context: { world } }): FormDone =>
      `${url('console-text', { world, kind: 'podcast', key })}#sound`,
  },
})

export const downloads = read({
  name: 'podcast.downloads',
  summary: 'How often an episode was got, by day',
  rate: 'read',
  input: z.object({ episodeId: idSchema }),
  run: async (context, { episodeId }) => await episodeDownloads(context, episodeId),
  api: { path: '/v1/podcast-downloads', tag: 'editors', output: downloadsSchema },
})
