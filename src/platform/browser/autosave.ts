import type { ProductError } from '#platform/errors.ts'

/** What becomes of the words: waiting for a pause, on their way, stored at a time, or refused with a code. */
export type DraftState =
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | { kind: 'refused'; code: string }

interface Draft<W, S> {
  /** Undefined: there is nothing to store yet, or it would be public at once. */
  words: () => W | undefined
  store: (words: W) => Promise<S>
  onStored: (stored: S) => void
  onState: (state: DraftState) => void
}

/** Somebody who stops to think. */
const pauseMs = 2500

/** Stores a draft whenever its writer pauses; one request at a time, so that each knows the version before. */
export function createAutosave<W, S>({ words, store, onStored, onState }: Draft<W, S>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let tail = Promise.resolve()
  let flying = 0
  let isDirty = false

  async function save(): Promise<void> {
    const given = words()
    if (given === undefined) return
    isDirty = false
    onState({ kind: 'saving' })
    try {
      onStored(await store(given))
      onState({ kind: 'saved', at: new Date() })
    } catch (error) {
      isDirty = true
      onState({ kind: 'refused', code: (error as ProductError).code ?? 'unavailable' })
    }
  }

  function flush(): void {
    flying += 1
    tail = tail.then(save).finally(() => {
      flying -= 1
    })
  }

  function change(): void {
    isDirty = true
    clearTimeout(timer)
    onState({ kind: 'waiting' })
    timer = setTimeout(flush, pauseMs)
  }

  return {
    change,
    /** Nothing more goes out; resolves when nothing is on its way. */
    async stop(): Promise<void> {
      clearTimeout(timer)
      await tail
    },
    isFlying: () => flying > 0,
    /** Something is typed that is not stored. */
    isBehind: () => isDirty,
    /** Without waiting for a pause. */
    now(): void {
      if (!isDirty) return
      clearTimeout(timer)
      flush()
    },
  }
}
