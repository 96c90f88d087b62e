import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ProductError } from '#platform/errors.ts'
import { abandonedUploadHours } from '#platform/limits.ts'
import { writeOn } from './append.ts'
import { incoming, type Storage, type StoredObject } from './storage.ts'

/** Lower-case segments of letters, digits, dot, dash and underscore; no segment begins with a dot. */
const keyForm = /^[a-z0-9][a-z0-9._-]{0,99}(\/[a-z0-9][a-z0-9._-]{0,99}){0,7}$/

/**
 * Files in a folder of this machine: the default. A key is a path below `dir`; half-written files live under
 * `.tmp` there, so that renaming never crosses a file system.
 */
export function createFolderStorage(dir: string): Storage {
  const root = resolve(dir)
  const temporary = join(root, '.tmp')

  async function put(key: string, body: Readable | Buffer): Promise<StoredObject> {
    const path = pathOf(root, key)
    const draft = join(temporary, randomUUID())
    const hash = createHash('sha256')
    let sizeBytes = 0
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        sizeBytes += chunk.length
        done(null, chunk)
      },
    })
    try {
      await mkdir(temporary, { recursive: true })
      // An iterable of one chunk, because Readable.from(buffer) would be read byte by byte as an iterable.
      const source = Buffer.isBuffer(body) ? Readable.from([body]) : body
      await pipeline(source, meter, createWriteStream(draft, { flags: 'wx', flush: true }))
      await mkdir(dirname(path), { recursive: true })
      await rename(draft, path)
      await syncFolder(dirname(path))
    } catch (error) {
      // On a disk that refuses everything this may fail, too; the first trouble is the one to tell.
      await rm(draft, { force: true }).catch(() => undefined)
      throw refusesToStore(error) ? new ProductError('storage_full', { cause: error }) : error
    }
    return { key, sizeBytes, sha256: hash.digest() }
  }

  async function append(
    key: string,
    body: Readable,
    part: Parameters<Storage['append']>[2],
  ): Promise<number> {
    const { at } = part
    const path = pathOf(root, key)
    if (at > 0 && (await sizeOf(path)) !== at) throw new ProductError('conflict')
    try {
      await mkdir(dirname(path), { recursive: true })
      const file = await open(path, at === 0 ? 'w' : 'r+')
      try {
        await writeOn(file, body, part)
        await file.sync()
      } finally {
        await file.close()
      }
    } catch (error) {
      throw refusesToStore(error) ? new ProductError('storage_full', { cause: error }) : error
    }
    return (await sizeOf(path)) ?? at
  }

  async function read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const handle = await open(pathOf(root, key), 'r').catch((cause: unknown) => missing(cause))
    return createReadStream('', { fd: handle, ...(range && { start: range.start, end: range.end }) })
  }

  return {
    put,
    read,
    readBuffer: async (key) => readFile(pathOf(root, key)).catch((cause: unknown) => missing(cause)),
    append,
    size: async (key) => sizeOf(pathOf(root, key)),
    delete: async (key) => rm(pathOf(root, key), { force: true }),
    async localPath(key) {
      const path = pathOf(root, key)
      await stat(path).catch((cause: unknown) => missing(cause))
      return { path, cleanup: async () => {} }
    },
    clean: async () => (await removeAbandoned(temporary)) + (await removeAbandoned(join(root, incoming))),
  }
}

function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    (found) => found.size,
    (error: unknown) => (isMissing(error) ? undefined : Promise.reject(error)),
  )
}

function pathOf(root: string, key: string): string {
  if (!keyForm.test(key)) throw new ProductError('not_found', { cause: new Error('not a storage key') })
  return join(root, key)
}

/** By its last growth, not by its process: other machines may write to the same folder. */
async function removeAbandoned(folder: string): Promise<number> {
  const before = Date.now() - abandonedUploadHours * 3_600_000
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile() || found.mtimeMs >= before) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

/** Makes the new name itself durable; without it a power cut may lose a file that was already acknowledged. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')
}

/** Full, over quota or not writable: trouble of this machine, not of what was sent. */
function refusesToStore(error: unknown): boolean {
  const codes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM']
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

function missing(cause: unknown): never {
  if (isMissing(cause)) throw new ProductError('not_found', { cause })
  throw cause
}
