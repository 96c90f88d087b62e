import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { DataStore, ERRORS, type Lock, type Locker, Upload as TusUpload } from '@tus/server'
import type { Context, Deps } from '#platform/context/context.ts'
import { errors, isProductError } from '#platform/errors.ts'
import { unusedUploadHours } from '#platform/limits.ts'
import { holdUpload, releaseUpload } from './upload-queries.ts'
import { beginUpload, ownUpload, receivedBytes, removeUpload } from './uploads.ts'

const askMs = 200
const patienceMs = 10_000

/**
 * What @tus/server asks of a store, for one request of a member: rows of `upload` and files of the product's own storage.
 * The bytes go from the request to the file: through the protocol's own four streams they cost three times as much.
 */
export class UploadStore extends DataStore {
  override readonly extensions = ['creation', 'expiration', 'termination']
  readonly #context: Context
  readonly #body: Readable

  constructor(context: Context, body: Readable) {
    super()
    this.#context = context
    this.#body = body
  }

  override async create(upload: TusUpload): Promise<TusUpload> {
    const { id, size = 0, metadata } = upload
    await beginUpload(this.#context, { id, sizeBytes: size, name: metadata?.filename ?? '' })
    return upload
  }

  override async getUpload(id: string): Promise<TusUpload> {
    const row = await ownUpload(this.#context, id)
    return new TusUpload({
      id,
      size: row.size_bytes,
      offset: await receivedBytes(this.#context, row),
      metadata: { filename: row.name },
      creation_date: row.created_at.toISOString(),
    })
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    // Empty: the protocol was given the head of the request alone.
    stream.resume()
    const row = await ownUpload(this.#context, id)
    try {
      const most = row.size_bytes - offset
      return await this.#context.storage.append(row.storage_key, this.#body, { at: offset, most })
    } catch (error) {
      throw this.#body.readableAborted && !isProductError(error) ? ERRORS.ABORTED : error
    }
  }

  override async remove(id: string): Promise<void> {
    await ownUpload(this.#context, id)
    await removeUpload(this.#context, id)
  }

  override getExpiration(): number {
    return unusedUploadHours * 3_600_000
  }
}

/**
 * One request at a time writes to an upload, on whichever machine: a row that is held for as long as it is kept so. A
 * second request of the same process makes the first one stop: it is the one whose line was cut.
 */
export function uploadLocker(
  { db, uploadHolds: holds }: Pick<Deps, 'db' | 'uploadHolds'>,
  body: Readable,
): Locker {
  return {
    newLock(id: string): Lock {
      return {
        async lock(signal) {
          const until = Date.now() + patienceMs
          while (!(await holdUpload(db, id))) {
            holds.stop(id)
            if (signal.aborted || Date.now() > until)
              throw { status_code: errors.conflict, body: 'another request writes to this upload\n' }
            await wait(askMs)
          }
          holds.add(id, () => body.destroy())
        },
        async unlock() {
          holds.remove(id)
          await releaseUpload(db, id)
        },
      }
    },
  }
}
