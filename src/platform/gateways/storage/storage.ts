import type { Readable } from 'node:stream'

export interface StoredObject {
  key: string
  sizeBytes: number
  sha256: Buffer
}

/** Files of the product: a folder by default, S3-compatible when grown. Keys look like 'material/12/uuid.pdf'. */
export interface Storage {
  /**
   * Streams to a temporary name, syncs, then renames: a half-written object never has a key.
   * @throws ProductError('storage_full') when there is no room
   */
  put(key: string, body: Readable | Buffer): Promise<StoredObject>
  /**
   * Writes on from `at`, which is where the object ends; 0 begins it. What came before the body broke off stays. Answers
   * the new size. The body is not ended here when it could not be written; its
   * chunks are taken over: their memory is freed when they are written.
   * @throws ProductError storage_full; conflict when the object ends elsewhere; file_too_large when more than `most` bytes
   * come (what came before is kept); what the body broke off with
   */
  append(key: string, body: Readable, part: { at: number; most: number }): Promise<number>
  /** Throws ProductError('not_found') when the key does not exist. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  readBuffer(key: string): Promise<Buffer>
  size(key: string): Promise<number | undefined>
  delete(key: string): Promise<void>
  /** A path other local processes (preview maker) may read; `cleanup` removes a temporary copy. */
  localPath(key: string): Promise<{ path: string; cleanup: () => Promise<void> }>
  /** Removes files left half written by a killed process; answers how many. */
  clean(): Promise<number>
}

/** Keys below it are what was sent and not examined yet: nobody's, and removed when nobody came back for it. */
export const incoming = 'incoming'
