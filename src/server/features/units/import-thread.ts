import pLimit, { type LimitFunction } from 'p-limit'
import type { ImportRefusal } from '#shared/interactive/import-report.ts'
import type { Imported } from '#shared/interactive/imported.ts'
import type { Context } from '../../context.ts'
import { ApartError, runApart } from '../../jobs/apart.ts'
import { state } from '../state.ts'
import type { SentFile } from './read-file.ts'

const reader = new URL('./read-thread.ts', import.meta.url)
const patienceMs = 20_000
const heapMb = 256

/** What this process is importing: one thread at a time, one file of a member. */
export interface UnitImports {
  oneAtATime: LimitFunction
  /** Account ids. */
  importing: Set<number>
}

declare module '../../context.ts' {
  interface Deps {
    unitImports: UnitImports
  }
}

export const unitImportsState = state({
  name: 'unitImports',
  make: () => ({ oneAtATime: pLimit(1), importing: new Set() }),
})

/**
 * Reads a file to import on a thread of its own: 5 MB of questions take seconds, in which nobody else may wait. What takes too long
 * or too much memory is `too_large`; what breaks its reader is logged and `broken_package`.
 */
export function readApart(
  { log, unitImports }: Pick<Context, 'log' | 'unitImports'>,
  file: SentFile,
): Promise<Imported | ImportRefusal> {
  return unitImports.oneAtATime(async () => {
    try {
      return await runApart<Imported | ImportRefusal>(reader, file, { patienceMs, heapMb })
    } catch (error) {
      if (error instanceof ApartError) return 'too_large'
      log.error({ err: error }, 'an import broke its reader')
      return 'broken_package'
    }
  })
}
