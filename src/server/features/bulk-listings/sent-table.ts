import { buffer } from 'node:stream/consumers'
import { ProductError } from '#shared/errors.ts'
import type { RequestFacts } from '../../http/action.ts'
import { readMultipart } from '../../http/multipart.ts'

const maxTableBytes = 2 * 1024 * 1024

/** Reads a multipart form with one table, `file`, of 2 MB, in UTF-8 or as older spreadsheets write it. @throws ProductError */
export async function sentTable(request: Pick<RequestFacts, 'headers' | 'body'>): Promise<string> {
  let bytes: Buffer | undefined
  let isTooLarge = false
  await readMultipart(request, { files: 1, fileBytes: maxTableBytes }, async (part) => {
    bytes = await buffer(part.bytes)
    isTooLarge = part.isTruncated()
    return undefined
  })
  if (isTooLarge) throw new ProductError('too_large', { fields: { file: 'too_large' } })
  if (bytes === undefined || bytes.length === 0)
    throw new ProductError('invalid_input', { fields: { file: 'required' } })
  return decoded(bytes)
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
