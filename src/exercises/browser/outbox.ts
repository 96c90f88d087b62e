import { type BrowserStore, createBrowserStore } from '#platform/browser/browser-store.ts'

/** One answer on its way. `seq` counts the changes of an element: who receives the same one again does nothing. */
export interface OutgoingAnswer<T> {
  element: string
  seq: number
  answer: T
}

interface StoredOutbox<T> {
  last: Record<string, number>
  waiting: OutgoingAnswer<T>[]
}

export interface OutboxOptions<T> {
  /** Whose answers they are: a name for the attempt that is the same after a reload. */
  attempt: string
  /** Rejects where there is no network: the answer is sent again later. What is refused for good resolves. */
  send: (answer: OutgoingAnswer<T>) => Promise<void>
  /** How many answers wait now. */
  onChange?: (waiting: number) => void
  shelf?: BrowserStore
}

/** Answers that leave this device as soon as they can, in their order; of two to one element only the newer. */
export interface Outbox<T> {
  add: (element: string, answer: T) => Promise<void>
  /** Tries again; called when the network is back and after a reload. */
  flush: () => Promise<void>
}

/** An outbox that outlives reloads and lost networks. */
export function createOutbox<T>({
  attempt,
  send,
  onChange,
  shelf = createBrowserStore('answers'),
}: OutboxOptions<T>): Outbox<T> {
  const key = `outbox ${attempt}`
  let stored: Promise<StoredOutbox<T>> | undefined
  let running: Promise<void> | undefined
  const read = () => {
    stored ??= shelf.read<StoredOutbox<T>>(key).then((found) => found ?? { last: {}, waiting: [] })
    return stored
  }

  async function change(next: StoredOutbox<T>): Promise<void> {
    stored = Promise.resolve(next)
    onChange?.(next.waiting.length)
    await shelf.write(key, next)
  }

  async function run(): Promise<void> {
    for (;;) {
      const [first] = (await read()).waiting
      if (!first) return
      await send(first)
      const now = await read()
      await change({
        ...now,
        waiting: now.waiting.filter(({ element, seq }) => element !== first.element || seq !== first.seq),
      })
    }
  }

  async function flush(): Promise<void> {
    running ??= run()
      .catch(() => undefined)
      .finally(() => {
        running = undefined
      })
    await running
  }

  return {
    async add(element, answer) {
      const { last, waiting } = await read()
      const seq = (last[element] ?? 0) + 1
      const others = waiting.filter((each) => each.element !== element)
      await change({ last: { ...last, [element]: seq }, waiting: [...others, { element, seq, answer }] })
      void flush()
    },
    flush,
  }
}
