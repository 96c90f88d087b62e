import type { FileHandle } from 'node:fs/promises'
import { finished, type Readable } from 'node:stream'
import { ProductError } from '#platform/errors.ts'
import type { Storage } from './storage.ts'

/** A slow connection delivers a kilobyte at a time: this many bytes are written together. */
const pieceBytes = 64 * 1024

/** Writes what comes, in pieces worth a write; where it breaks off, what came is written first. */
export async function writeOn(
  file: FileHandle,
  body: Readable,
  { at, most }: Parameters<Storage['append']>[2],
): Promise<void> {
  const piece = Buffer.allocUnsafeSlow(pieceBytes)
  let [filled, place] = [0, at]

  /** The system may take less than it was given; the rest follows. */
  async function write(parts: readonly Buffer[]): Promise<void> {
    for (let left = parts; left.length > 0; ) {
      const { bytesWritten } = await file.writev(left, place)
      place += bytesWritten
      left = behind(left, bytesWritten)
    }
  }
  async function flush(chunk?: Buffer): Promise<void> {
    const parts = [piece.subarray(0, filled), ...(chunk ? [chunk] : [])]
    filled = 0
    await write(parts.filter(({ length }) => length > 0))
    if (chunk) free(chunk)
  }
  /** What fits into the piece is copied at once; only what is written is waited for. */
  function take(chunk: Buffer): Promise<void> | undefined {
    if (place + filled + chunk.length > at + most) throw new ProductError('file_too_large')
    if (filled + chunk.length > pieceBytes) return flush(chunk)
    filled += chunk.copy(piece, filled)
    free(chunk)
    return undefined
  }

  try {
    await eachChunk(body, take)
  } finally {
    await flush()
  }
}

/** One chunk after the other, as it came; the stream waits for what is written, and is the caller's to end. */
function eachChunk(body: Readable, take: (chunk: Buffer) => Promise<void> | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let taken: Promise<void> | undefined
    const onRefused = (error: unknown) => {
      body.off('data', onData).pause()
      reject(error)
    }
    const onData = (chunk: Buffer) => {
      try {
        taken = take(chunk)
      } catch (error) {
        onRefused(error)
        return
      }
      if (taken === undefined) return
      body.pause()
      taken.then(() => body.resume(), onRefused)
    }
    finished(body, { writable: false }, (error) => {
      const end = () => (error ? reject(error) : resolve())
      if (taken === undefined) end()
      else taken.then(end, reject)
    })
    body.on('data', onData)
  })
}

/** The buffers without their first bytes. */
function behind(parts: readonly Buffer[], bytes: number): Buffer[] {
  let done = bytes
  return parts.flatMap((part) => {
    const left = part.subarray(Math.min(done, part.length))
    done = Math.max(0, done - part.length)
    return left.length > 0 ? [left] : []
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
