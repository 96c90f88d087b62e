import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import type { RequestFacts } from '#platform/http/access/action.ts'
import type { Parts } from '#platform/http/form/parts.ts'
import { partsReceiver } from '#platform/http/form/sent-parts.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { textOfBytes } from '#platform/rules/files/text-encoding.ts'

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
