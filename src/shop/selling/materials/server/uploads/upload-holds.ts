import type { Deps } from '#platform/context/context.ts'
import { state } from '#platform/features/state.ts'
import { keepHolding } from './upload-queries.ts'

declare module '#platform/context/context.ts' {
  interface Deps {
    uploadHolds: UploadHolds
  }
}

/** The uploads that requests of this process write to. */
export interface UploadHolds {
  /** From now on the database hears that the upload is written to; `stop` ends the request that does. */
  add(id: string, stop: () => void): void
  /** Ends the request that writes to an upload, if it is one of this process: another one wants to. */
  stop(id: string): void
  remove(id: string): void
}

const keepMs = 10_000

export const uploadHoldsState = state({ name: 'uploadHolds', make: (deps) => createUploadHolds(deps) })

/** One statement for all of them, however many: hundreds of commits at once would hold up everybody else. */
export function createUploadHolds({ db }: Pick<Deps, 'db'>): UploadHolds {
  const stops = new Map<string, () => void>()
  let timer: NodeJS.Timeout | undefined
  return {
    add(id, stop) {
      stops.set(id, stop)
      timer ??= setInterval(
        () => void keepHolding(db, [...stops.keys()]).catch(() => undefined),
        keepMs,
      ).unref()
    },
    stop: (id) => stops.get(id)?.(),
    remove(id) {
      stops.delete(id)
      if (stops.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
