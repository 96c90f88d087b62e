import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { ProductError } from '#shared/errors.ts'
import type { RequestFacts } from '../../http/action.ts'
import type { Parts } from '../../http/parts.ts'
import { partsReceiver } from '../../http/sent-parts.ts'

export const tableParts = {
  fields: z.object({}),
  files: {
    file: {
      description: 'A table of own materials, with the columns of the export.',
      types: ['text/csv'],
      maxBytes: 2 * 1024 * 1024,
    },
  },
} satisfies Parts
const receiveTable = partsReceiver(tableParts)

/** The table that was sent, in UTF-8 or as older spreadsheets write it. @throws ProductError as `partsReceiver` */
export async function sentTable(request: Pick<RequestFacts, 'headers' | 'body'>): Promise<string> {
  const { files } = await receiveTable(request, async ({ bytes }) => ({ bytes: await buffer(bytes) }))
  const [{ bytes }] = files
  if (bytes.length === 0) throw new ProductError('invalid_input', { fields: { file: 'required' } })
  return decoded(bytes)
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
