/**
 * Web storage that never throws: private windows, full quotas and blocked storage answer as if it were empty.
 * `local` outlives the browser, `session` lives as long as the tab.
 */
export type StorageKind = 'local' | 'session'

function storageOf(kind: StorageKind): Storage | undefined {
  try {
    return kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage
  } catch {
    return undefined
  }
}

/** The stored text, or undefined when there is none or storage is closed. */
export function readStored(key: string, kind: StorageKind = 'local'): string | undefined {
  try {
    return storageOf(kind)?.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text; undefined removes it. Says whether it was kept. */
export function writeStored(key: string, value: string | undefined, kind: StorageKind = 'local'): boolean {
  try {
    const storage = storageOf(kind)
    if (!storage) return false
    if (value === undefined) storage.removeItem(key)
    else storage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
