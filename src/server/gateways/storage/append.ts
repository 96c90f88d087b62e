import type { FileHandle } from 'node:fs/promises'
import { finished, type Readable } from 'node:stream'
import { ProductError } from '#shared/errors.ts'
import type { Storage } from './storage.ts'

/** A slow line brings a kilobyte at a time: so many are written together. */
const pieceBytes = 64 * 1024

/** Writes what comes, in pieces worth a write; where it breaks off, what came is written first. */
export async function writeOn(
  file: FileHandle,
  body: Readable,
  { at, most }: Parameters<Storage['append']>[2],
): Promise<void> {
  const piece = Buffer.allocUnsafeSlow(pieceBytes)
  let [filled, place] = [0, at]

  async function write(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, place)
      done += bytesWritten
      place += bytesWritten
    }
  }
  async function flush(): Promise<void> {
    const bytes = piece.subarray(0, filled)
    filled = 0
    await write(bytes)
  }
  async function take(chunk: Buffer): Promise<void> {
    if (place + filled + chunk.length > at + most) throw new ProductError('file_too_large')
    if (filled + chunk.length > pieceBytes) await flush()
    if (chunk.length >= pieceBytes) await write(chunk)
    else filled += chunk.copy(piece, filled)
    free(chunk)
  }

  try {
    await eachChunk(body, take)
  } finally {
    await flush()
  }
}

/** One chunk after the other, as it came; the stream waits meanwhile, and is the caller's to end. */
function eachChunk(body: Readable, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let taken: Promise<void> = Promise.resolve()
    const onData = (chunk: Buffer) => {
      body.pause()
      taken = take(chunk)
      taken.then(
        () => body.resume(),
        (error: unknown) => {
          body.off('data', onData)
          reject(error)
        },
      )
    }
    finished(body, { writable: false }, (error) => {
      taken.then(() => (error ? reject(error) : resolve()), reject)
    })
    body.on('data', onData)
  })
}

/**
 * Gives the memory of a chunk back at once. V8 counts it and, left to itself, marks its whole heap after every 64 MB that
 * came: with many uploads that is more than once a second, and everybody waits for it.
 */
function free(chunk: Buffer): void {
  if (chunk.buffer instanceof ArrayBuffer && chunk.length === chunk.buffer.byteLength)
    chunk.buffer.transfer(0)
}
