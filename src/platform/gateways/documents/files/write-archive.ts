import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { isFolder } from './archive.ts'

/** APPNOTE 4.3.7 and 4.3.12; nothing here is larger than 4 GB. */
const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }
const utf8Flag = 0x0800
const version = 20

interface Written {
  name: Buffer
  method: number
  crc: number
  packed: number
  unpacked: number
  at: number
}

/** What an entry becomes: other bytes, a file that is deleted afterwards, nothing at all (null), or what it was. */
export type Replace = (entry: Entry) => Promise<Buffer | { path: string } | null | undefined>

/**
 * Writes an archive anew: what `replace` answers other bytes for with these, everything else as it was packed, in the same
 * order. Comments, times and extra fields of the old one are left behind. One entry is in memory at a time.
 */
export async function rewriteArchive(
  { zip, entries }: { zip: ZipFile; entries: readonly Entry[] },
  replace: Replace,
  out: Writable,
): Promise<void> {
  const written: Written[] = []
  let at = 0
  const put = async (bytes: Buffer) => {
    at += bytes.length
    await write(out, bytes)
  }
  for (const entry of entries.filter((each) => !isFolder(each))) {
    const other = await replace(entry)
    if (other === null) continue
    if (other && 'path' in other) {
      const row = { ...(await rowOfFile(other.path)), name: Buffer.from(entry.fileName, 'utf8'), at }
      written.push(row)
      await put(localHeader(row))
      for await (const chunk of createReadStream(other.path)) await put(chunk as Buffer)
      await rm(other.path, { force: true })
      continue
    }
    const { stored, ...facts } = other ? replacedEntry(other, entry) : copiedEntry(entry)
    const row: Written = { ...facts, name: Buffer.from(entry.fileName, 'utf8'), at }
    written.push(row)
    await put(localHeader(row))
    if (stored) await put(stored)
    else
      for await (const chunk of await zip.openReadStreamPromise(entry, { decodeFileData: false }))
        await put(chunk as Buffer)
  }
  const start = at
  for (const row of written) await put(centralHeader(row))
  const end = Buffer.alloc(22)
  end.writeUInt32LE(signatures.end, 0)
  end.writeUInt16LE(written.length, 8)
  end.writeUInt16LE(written.length, 10)
  end.writeUInt32LE(at - start, 12)
  end.writeUInt32LE(start, 16)
  await put(end)
  out.end()
  await finished(out)
}

type Facts = Omit<Written, 'name' | 'at'>

/** Other bytes for an entry, with its row. */
function replacedEntry(other: Buffer, entry: Entry): Facts & { stored: Buffer } {
  // The first entry of OpenDocument is told by its bytes, which are not packed.
  const isPacked = entry.compressionMethod !== 0
  const stored = isPacked ? deflateRawSync(other) : other
  return {
    stored,
    method: isPacked ? 8 : 0,
    crc: crc32(other),
    packed: stored.length,
    unpacked: other.length,
  }
}

/** The row of an entry that stays as it was packed. */
function copiedEntry(entry: Entry): Facts & { stored?: undefined } {
  return {
    method: entry.compressionMethod,
    crc: entry.crc32,
    packed: entry.compressedSize,
    unpacked: entry.uncompressedSize,
  }
}

/** A file as it is stored: sound and film are packed already. */
async function rowOfFile(path: string): Promise<Facts> {
  let [crc, size] = [0, 0]
  for await (const chunk of createReadStream(path)) {
    crc = crc32(chunk as Buffer, crc)
    size += (chunk as Buffer).length
  }
  return { method: 0, crc, packed: size, unpacked: size }
}

function localHeader({ name, method, crc, packed, unpacked }: Written): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(signatures.local, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(utf8Flag, 6)
  head.writeUInt16LE(method, 8)
  writeDate(head, 10)
  head.writeUInt32LE(crc, 14)
  head.writeUInt32LE(packed, 18)
  head.writeUInt32LE(unpacked, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function centralHeader({ name, method, crc, packed, unpacked, at }: Written): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(signatures.central, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(version, 6)
  head.writeUInt16LE(utf8Flag, 8)
  head.writeUInt16LE(method, 10)
  writeDate(head, 12)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(packed, 20)
  head.writeUInt32LE(unpacked, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(at, 42)
  return Buffer.concat([head, name])
}

/** The first day the format knows, as Office itself writes it: when somebody worked is nobody's business. */
function writeDate(head: Buffer, at: number): void {
  head.writeUInt16LE(0, at)
  head.writeUInt16LE((1 << 5) | 1, at + 2)
}

async function write(out: Writable, bytes: Buffer): Promise<void> {
  if (!out.write(bytes)) await new Promise((resolve) => out.once('drain', resolve))
}

/** Takes what is written into memory. */
export class Collected extends Writable {
  readonly #chunks: Buffer[] = []

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}
