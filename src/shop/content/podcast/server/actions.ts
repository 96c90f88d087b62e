import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { action, type FormDone, read } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { downloadsSchema } from '../rules/contract.ts'
import { episodeDownloads } from './downloads.ts'
import { addSound, addTranscript, soundParts, transcriptParts } from './sounds.ts'

const ofEditors = {
  method: 'post',
  tag: 'editors',
  output: z.object({ key: z.string() }),
  reply: (data: { key: string }) => ({ status: 201, data }),
} as const

function toSound({ key }: { key: string }, { context: { world } }: { context: Context }): FormDone {
  return `${url('console-text', { world, kind: 'podcast', key })}#sound`
}

export const sendSound = action({
  name: 'text.sound',
  summary: 'Keep a recording of an episode, and name it in its draft',
  rate: 'upload',
  body: 'multipart',
  input: z.object({}),
  parts: soundParts,
  run: async (context, _input, request) => await addSound(context, request),
  api: { ...ofEditors, path: '/v1/text-sounds' },
  form: { page: 'console-text', intent: 'send-sound', done: toSound },
})

export const sendTranscript = action({
  name: 'text.transcript',
  summary: 'Keep what is said in an episode, and name it in its draft',
  rate: 'upload',
  body: 'multipart',
  input: z.object({}),
  parts: transcriptParts,
  run: async (context, _input, request) => await addTranscript(context, request),
  api: { ...ofEditors, path: '/v1/text-transcripts' },
  form: { page: 'console-text', intent: 'send-transcript', done: toSound },
})

export const downloads = read({
  name: 'text.downloads',
  summary: 'How often an episode was got, by day',
  rate: 'read',
  input: z.object({ episodeId: idSchema }),
  run: async (context, { episodeId }) => await episodeDownloads(context, episodeId),
  api: { path: '/v1/text-downloads', tag: 'editors', output: downloadsSchema },
})
