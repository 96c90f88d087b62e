import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { worldOf } from '#routing/worlds.ts'
import { ProductError } from '#shared/errors.ts'
import { textOfBytes } from '#shared/rules/text-encoding.ts'
import type { Context } from '../../context.ts'
import type { RequestFacts } from '../../http/action.ts'
import type { Parts } from '../../http/parts.ts'
import { partsReceiver } from '../../http/sent-parts.ts'

export const tableParts = {
  fields: z.object({
    /** Changes nothing, and says what would be changed. */
    dryRun: z
      .enum(['', '0', '1', 'true', 'false'])
      .optional()
      .transform((text) => text === '1' || text === 'true'),
  }),
  files: {
    file: {
      description: 'A table of own materials, with the columns of the export.',
      types: ['text/csv', 'text/plain', 'text/tab-separated-values'],
      maxBytes: 2 * 1024 * 1024,
    },
  },
} satisfies Parts
const receiveTable = partsReceiver(tableParts)

/** The table that was sent, in whatever encoding a spreadsheet wrote it. @throws ProductError as `partsReceiver` */
export async function sentTable(
  { world }: Pick<Context, 'world'>,
  request: Pick<RequestFacts, 'headers' | 'body'>,
): Promise<{ text: string; isDryRun: boolean }> {
  const { files, fields } = await receiveTable(request, async ({ bytes }) => ({ bytes: await buffer(bytes) }))
  const [{ bytes }] = files
  if (bytes.length === 0) throw new ProductError('invalid_input', { fields: { file: 'required' } })
  return { text: textOfBytes(bytes, worldOf(world).lang), isDryRun: fields.dryRun }
}
