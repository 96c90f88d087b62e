import type { ImportRefusal } from '#exercises/formats/incoming/import-report.ts'
import type { Imported } from '#exercises/formats/incoming/imported.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { state } from '#platform/features/state.ts'
import { type Apart, ApartError, createApart } from '#platform/jobs/apart.ts'
import type { SentFile } from './read-file.ts'

const reader = new URL('./read-thread.ts', import.meta.url)
const limits = { cpuMs: 20_000, patienceMs: 120_000, heapMb: 256, mostWaiting: 20 }
const retryAfterSeconds = 30

/** What this process is importing: on one thread, and one file of a member at once. */
export interface UnitImports {
  reader: Apart
  /** Account ids. */
  importing: Set<number>
}

declare module '#platform/context/context.ts' {
  interface Deps {
    unitImports: UnitImports
  }
}

export const unitImportsState = state({
  name: 'unitImports',
  make: () => ({ reader: createApart(reader, limits), importing: new Set() }),
  close: ({ unitImports }) => unitImports.reader.stop(),
})

/**
 * Reads a file to import on a thread of its own: 5 MB of questions take seconds, in which nobody else may wait. What takes too much time of
 * the processor or too much memory is `too_large`; what breaks its reader is logged and `broken_package`.
 * @throws ProductError busy: the machine had no time for it, which says nothing about the file
 */
export async function readApart(
  { log, unitImports }: Pick<Context, 'log' | 'unitImports'>,
  file: SentFile,
): Promise<Imported | ImportRefusal> {
  try {
    return await unitImports.reader.run<Imported | ImportRefusal>(file)
  } catch (error) {
    if (error instanceof ApartError) {
      if (error.reason === 'busy') throw new ProductError('busy', { cause: error, retryAfterSeconds })
      return 'too_large'
    }
    log.error({ err: error }, 'an import broke its reader')
    return 'broken_package'
  }
}
