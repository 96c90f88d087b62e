import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { action, type FormDone, type RequestFacts, read } from '#platform/http/access/action.ts'
import type { Parts } from '#platform/http/form/parts.ts'
import { partsReceiver } from '#platform/http/form/sent-parts.ts'
import { maxTextArchive, textArchiveReportSchema, textKeySchema, textKinds } from '../../rules/contract.ts'
import { requireWriter } from '../editors/editors.ts'
import { compareArchive, exportTexts, takeArchive } from './archive.ts'

const tag = 'editors'

export const exportAll = read({
  name: 'text.export',
  summary: 'All texts of this world as the files a release would bring, in a ZIP archive',
  rate: 'read',
  input: z.object({}),
  run: async (context) => ({ archive: await exportTexts(context), world: context.world }),
  api: {
    path: '/v1/texts/archive',
    tag,
    output: z.unknown(),
    reply: ({ archive, world }) => ({
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="texts-${world}.zip"`,
        'Content-Length': String(archive.length),
      },
      stream: archive,
    }),
  },
})

const archiveParts = {
  fields: z.object({}),
  files: {
    archive: { description: 'A ZIP archive of texts.', types: ['application/zip'], maxBytes: maxTextArchive },
  },
} satisfies Parts
const receiveArchive = partsReceiver(archiveParts)

async function sentArchive(request: RequestFacts): Promise<Buffer> {
  const { files } = await receiveArchive(request, async ({ bytes }) => ({ whole: await wholeOf(bytes) }))
  const [{ whole, isCut }] = files
  if (isCut) throw new ProductError('too_large', { fields: { archive: 'too_long' } })
  return whole
}

async function wholeOf(bytes: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export const compareAll = action({
  name: 'text.compare',
  summary: 'What an archive of texts would change here; nothing is stored',
  rate: 'upload',
  body: 'multipart',
  input: z.object({}),
  parts: archiveParts,
  run: async (context: Context, _input, request) => {
    // Who may not write sends nothing that is unpacked.
    await requireWriter(context)
    const bytes = await sentArchive(request)
    return { report: await compareArchive(context, bytes), archive: bytes.toString('base64url') }
  },
  api: {
    method: 'post',
    path: '/v1/texts/archive',
    tag,
    output: textArchiveReportSchema,
    reply: ({ report }) => ({ data: report }),
  },
  form: {
    page: 'console-text-files',
    intent: 'compare-texts',
    done: (result): FormDone => ({ typed: {}, result }),
  },
})

const base64Length = Math.ceil((maxTextArchive * 4) / 3)
const archiveField = z
  .string()
  .min(1)
  .max(base64Length)
  .regex(/^[\w-]+$/)

/** `magazine/exit-ticket 3`: which text, and the number it was compared with. */
const takenLine = z
  .string()
  .max(140)
  .regex(/^[a-z-]+\/[a-z0-9-]+ \d{1,9}$/)
  .transform((line) => {
    const [, kind, key, version] = /^(.+)\/(.+) (\d+)$/.exec(line) ?? []
    return { kind, key, version: Number(version) }
  })
  .pipe(z.object({ kind: z.enum(textKinds), key: textKeySchema, version: z.number().int().positive() }))

export const takeAll = action({
  name: 'text.take-archive',
  summary: 'Take chosen texts of an archive as drafts',
  rate: 'write',
  input: z.object({ archive: archiveField, taken: z.array(takenLine).min(1).max(5000) }),
  run: async (context, { archive, taken }) =>
    await takeArchive(context, Buffer.from(archive, 'base64url'), taken),
  api: {
    method: 'put',
    path: '/v1/texts/archive',
    tag,
    output: z.object({ taken: z.number().int(), left: z.array(z.string()) }),
  },
  form: {
    page: 'console-text-files',
    intent: 'take-texts',
    maxBytes: base64Length + 1024 * 1024,
    done: (result): FormDone => ({ typed: {}, result }),
  },
})
