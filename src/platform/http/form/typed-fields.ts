import type { IncomingMessage } from 'node:http'
import { maxUploadBytes, maxUploadFiles } from '#platform/limits.ts'
import type { FormFields } from './form-fields.ts'
import { readMultipart } from './multipart.ts'

/**
 * What was typed into a multipart form whose files are not wanted (yet): they are read past and nothing is stored.
 * @throws ProductError malformed_request, unsupported_media_type, too_large
 */
export async function typedFields(request: IncomingMessage): Promise<FormFields> {
  const limits = { files: maxUploadFiles + 1, fileBytes: maxUploadBytes }
  const { values, lists } = await readMultipart(
    { body: request, headers: request.headers },
    limits,
    async (part) => {
      part.bytes.resume()
      return undefined
    },
  )
  return { values, lists }
}
