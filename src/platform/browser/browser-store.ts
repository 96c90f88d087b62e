/**
 * Things that are kept in this browser for longer than a page: IndexedDB, and memory where that is closed. Never throws.
 */
export interface BrowserStore {
  /** Whether what is put here outlives the page. */
  isLasting: () => Promise<boolean>
  read: <T>(key: string) => Promise<T | undefined>
  write: (key: string, value: unknown) => Promise<void>
  remove: (key: string) => Promise<void>
}

const table = 'things'

/** The shelf of one name; opened at the first use. */
export function createBrowserStore(name: string): BrowserStore {
  const memory = new Map<string, unknown>()
  let opened: Promise<IDBDatabase | undefined> | undefined
  const database = () => {
    opened ??= open(name)
    return opened
  }

  async function use<T>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> {
    const db = await database()
    if (!db) return undefined
    try {
      const transaction = db.transaction(table, mode)
      const request = ask(transaction.objectStore(table))
      // At once: what waits for its answer is lost with a page that is left right after a click. Not to read: browsers that
      // cannot do this yet would find nothing.
      if (mode === 'readwrite') transaction.commit()
      return await settled(request)
    } catch {
      return undefined
    }
  }

  return {
    async isLasting() {
      // Read back: some private windows open a database and keep nothing.
      await use('readwrite', (store) => store.put(1, 'probe'))
      return (await use('readonly', (store) => store.get('probe'))) === 1
    },
    async read<T>(key: string) {
      return ((await use('readonly', (store) => store.get(key))) ?? memory.get(key)) as T | undefined
    },
    async write(key, value) {
      memory.set(key, value)
      await use('readwrite', (store) => store.put(value, key))
    },
    async remove(key) {
      memory.delete(key)
      await use('readwrite', (store) => store.delete(key))
    },
  }
}

async function open(name: string): Promise<IDBDatabase | undefined> {
  try {
    // Asked for here: where cookies are blocked, some browsers throw as soon as it is named.
    const request = globalThis.indexedDB?.open(name, 1)
    if (!request) return undefined
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(table))
    return await settled(request)
  } catch {
    return undefined
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result), { once: true })
    request.addEventListener('error', () => reject(request.error), { once: true })
  })
}
