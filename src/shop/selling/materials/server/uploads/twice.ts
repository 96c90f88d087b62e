import type { Context } from '#platform/context/context.ts'
import type { ReceivedFile } from '../types.ts'
import type { ReceivedForm } from './receive.ts'
import { removeUpload } from './uploads.ts'

/** Takes out of a form what its listing has already, or what came twice; `refused` names each of them. */
export async function refuseTwice(
  context: Context,
  form: ReceivedForm,
  there: readonly { sha256: Buffer }[] = [],
): Promise<void> {
  const known = new Set(there.map(nameOfBytes))
  const remaining: ReceivedFile[] = []
  for (const file of form.files) {
    if (!known.has(nameOfBytes(file))) {
      known.add(nameOfBytes(file))
      remaining.push(file)
      continue
    }
    form.refused.push({ code: 'file_twice', entry: file.name })
    form.problems.files ??= 'file_twice'
    if (file.uploadId) await removeUpload(context, file.uploadId)
    else await context.storage.delete(file.storageKey)
  }
  form.files = remaining
}

function nameOfBytes({ sha256 }: { sha256: Buffer }): string {
  return sha256.toString('hex')
}
