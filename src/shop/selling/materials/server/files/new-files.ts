import type { Context } from '#platform/context/context.ts'
import type { ReceivedFile } from '../types.ts'
import { discardFiles } from '../uploads/receive.ts'
import type { ReceivedVideo } from './videos.ts'

/** What comes with a form and is stored before the form is read. */
export interface NewFiles {
  files?: readonly ReceivedFile[]
  /** Null takes it away. */
  video?: ReceivedVideo | null | undefined
}

/** Runs `write`; if it fails the files that came with it are taken back. */
export async function keepingFiles<T>(
  context: Context,
  files: readonly { storageKey: string; uploadId?: string }[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    await discardFiles(context, files)
    throw error
  }
}

/** How much room they take. */
export function bytesOf({ files = [], video }: NewFiles): number {
  return [...files, ...(video ? [video] : [])].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

/** Everything that came with a form and was stored. */
export function allOf(form: NewFiles): { storageKey: string; uploadId?: string }[] {
  return [...(form.files ?? []), ...(form.video ? [form.video] : [])]
}
