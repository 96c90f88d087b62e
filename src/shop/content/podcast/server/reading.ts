import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { state } from '#platform/features/state.ts'
import { type Apart, ApartError, createApart } from '#platform/jobs/apart.ts'
import type { SoundFacts, SoundTask } from './sound-reader.ts'

const reader = new URL('./sound-thread.ts', import.meta.url)
/** Three hours of MP3 are measured in about two minutes. */
const limits = { cpuMs: 600_000, patienceMs: 1_200_000, heapMb: 256, mostWaiting: 20 }

declare module '#platform/context/context.ts' {
  interface Deps {
    /** Reads recordings on a thread of its own. */
    soundReader: Apart
  }
}

export const soundReaderState = state({
  name: 'soundReader',
  make: () => createApart(reader, limits),
  close: ({ soundReader }) => soundReader.stop(),
})

type Reading = Pick<Context, 'log' | 'soundReader'>

/** What a file is; undefined: no sound that is taken. @throws ProductError busy */
export async function factsOf(deps: Reading, path: string): Promise<SoundFacts | undefined> {
  return await ask<SoundFacts>(deps, { ask: 'facts', path })
}

/** How loud a recording is (LUFS); undefined: it is silent, or of a kind that is not measured. @throws ProductError busy */
export async function loudnessOf(
  deps: Reading,
  path: string,
  ending: SoundFacts['ending'],
): Promise<number | undefined> {
  return await ask<number>(deps, { ask: 'loudness', path, ending })
}

async function ask<T>({ log, soundReader }: Reading, task: SoundTask): Promise<T | undefined> {
  try {
    return await soundReader.run<T | undefined>(task)
  } catch (error) {
    if (error instanceof ApartError && error.reason === 'busy')
      throw new ProductError('busy', { cause: error, retryAfterSeconds: 30 })
    log.warn({ err: error }, 'a recording broke its reader')
    return undefined
  }
}
