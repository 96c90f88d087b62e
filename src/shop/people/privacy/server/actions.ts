import { z } from 'zod'
import { action, read } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { contentDisposition } from '#shop/selling/materials/server/service.ts'
import { askExport, exportFile, ownExports } from './exporting.ts'

export const exportOwnData = action({
  name: 'own-data.export',
  summary: 'Ask for a copy of everything that is kept about one; a mail says when it is ready',
  rate: 'report',
  input: z.object({}),
  run: askExport,
  api: {
    method: 'post',
    path: '/v1/user/exports',
    tag: 'user',
    output: z.object({ status: z.literal('accepted') }),
    reply: () => ({ status: 202, data: { status: 'accepted' as const } }),
  },
  form: {
    page: 'my-data',
    intent: 'export-data',
    done: (_result, { context: { world } }) => `${url('my-data', { world })}#asked`,
  },
})

export const listExports = read({
  name: 'own-data.list',
  summary: 'The copies of the own data that can be downloaded',
  rate: 'read',
  input: z.object({}),
  run: async (context) => ({ exports: await ownExports(context) }),
  api: {
    path: '/v1/user/exports',
    tag: 'user',
    output: z.object({
      exports: z.array(
        z.object({
          id: z.number().int(),
          askedAt: z.string(),
          isReady: z.boolean(),
          sizeBytes: z.number().int().nullable(),
          until: z.string(),
        }),
      ),
    }),
  },
})

export const downloadExport = read({
  name: 'own-data.file',
  summary: 'A copy of the own data as a zip file',
  rate: 'read',
  input: z.object({ exportId: idSchema }),
  run: (context, { exportId }) => exportFile(context, exportId),
  api: {
    path: '/v1/user/exports/{exportId}/file',
    tag: 'user',
    output: z.unknown(),
    reply: (stream) => ({
      stream,
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': contentDisposition('aularium.zip'),
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    }),
  },
})
