import { z } from 'zod'
import { action, read } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { endProgram, ownPrograms } from './programs.ts'

export const listPrograms = read({
  name: 'program.list',
  summary: 'The programs of others that the caller has let into the account',
  rate: 'read',
  input: z.object({}),
  run: async (context) => ({ programs: await ownPrograms(context) }),
  api: {
    path: '/v1/user/programs',
    tag: 'session',
    output: z.object({
      programs: z.array(
        z.object({ id: z.string(), name: z.string(), since: z.string(), lastSeen: z.string() }),
      ),
    }),
  },
})

export const disconnectProgram = action({
  name: 'program.end',
  summary: 'Take away what a program may do in the caller’s name',
  rate: 'write',
  input: z.object({ programId: z.string().min(1).max(100) }),
  run: (context, { programId }) => endProgram(context, programId),
  api: {
    method: 'delete',
    path: '/v1/user/programs/{programId}',
    tag: 'session',
    output: z.object({ ok: z.literal(true) }),
    reply: () => ({ data: { ok: true as const } }),
  },
  form: {
    page: 'security',
    intent: 'end-program',
    done: (_result, { context: { world } }) => `${url('security', { world })}#changed`,
  },
})
