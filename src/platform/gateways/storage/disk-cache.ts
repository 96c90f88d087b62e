import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Files that can be made again at any time. Nothing here throws: on a full disk they are simply made again. */
export interface DiskCache {
  /** Names are relative paths made by the product, never by a visitor. */
  read(name: string): Promise<Buffer | undefined>
  has(name: string): Promise<boolean>
  keep(name: string, body: Buffer): Promise<void>
  /** Removes what is too old, then what was not read for longest until there is room again. */
  clean(): Promise<void>
}

interface Options {
  dir: string
  /** 0 keeps nothing. */
  maxBytes: number
  maxAgeMs?: number
  /** Hears of bytes after each cleaning. */
  onCleaned?: (bytes: number) => void
  /** Hears of each file that could not be written. */
  onWriteFailed?: (error: unknown) => void
}

const day = 86_400_000
/** What is not read for this long belongs to nothing that is still shown. */
const defaultMaxAgeMs = 180 * day
/** Cleaning makes this much room, so that it is not needed again with the next file. */
const shareAfterCleaning = 0.9
/** A full disk is asked again after a minute, not by every visitor. */
const pauseMs = 60_000
const draftAgeMs = 3_600_000
const draftForm = /\.[0-9a-f-]{36}$/

/** A folder that holds at most `maxBytes` (and, between two cleanings, what came since the limit was passed). */
export function createDiskCache(options: Options): DiskCache {
  const { dir, maxBytes, maxAgeMs = defaultMaxAgeMs } = options
  /** Unknown until the folder was counted. */
  let bytes: number | undefined
  let cleaning: Promise<void> | undefined
  let notBefore = 0

  async function cleanOnce(limit: number): Promise<void> {
    const now = Date.now()
    const files = await filesBelow(dir)
    let total = 0
    for (const file of files.toSorted((one, other) => other.mtimeMs - one.mtimeMs)) {
      const isLeft = draftForm.test(file.path) && now - file.mtimeMs > draftAgeMs
      if (isLeft || now - file.mtimeMs > maxAgeMs || total + file.size > limit)
        await rm(file.path, { force: true }).catch(() => undefined)
      else total += file.size
    }
    bytes = total
    options.onCleaned?.(total)
  }

  function clean(limit = maxBytes): Promise<void> {
    cleaning ??= cleanOnce(limit)
      .catch(() => undefined)
      .finally(() => {
        cleaning = undefined
      })
    return cleaning
  }

  return {
    async read(name) {
      const path = join(dir, name)
      const body = await readFile(path).catch(() => undefined)
      // The time of the last reading is the whole LRU; not awaited, and a disk that refuses it still gave the file.
      if (body) utimes(path, new Date(), new Date()).catch(() => undefined)
      return body
    },
    has: (name) =>
      stat(join(dir, name)).then(
        () => true,
        () => false,
      ),
    async keep(name, body) {
      if (body.length > maxBytes || Date.now() < notBefore) return
      const path = join(dir, name)
      const draft = `${path}.${randomUUID()}`
      try {
        await mkdir(dirname(path), { recursive: true })
        await writeFile(draft, body)
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined)
        notBefore = Date.now() + pauseMs
        options.onWriteFailed?.(error)
        // Uploads need the room more than what can be made again.
        if (isFull(error)) await clean((bytes ?? maxBytes) / 2)
        return
      }
      if (bytes === undefined) await clean()
      else {
        bytes += body.length
        if (bytes > maxBytes) await clean(maxBytes * shareAfterCleaning)
      }
    },
    clean: () => clean(),
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

async function filesBelow(dir: string): Promise<{ path: string; size: number; mtimeMs: number }[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: { path: string; size: number; mtimeMs: number }[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const facts = await stat(path).catch(() => undefined)
    if (facts) found.push({ path, size: facts.size, mtimeMs: facts.mtimeMs })
  }
  return found
}
