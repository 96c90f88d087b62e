import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

/** One file of an archive that is written while it is sent. */
export interface ZipPart {
  name: string
  sizeBytes: number
  open: () => Promise<Readable>
}

/** APPNOTE 4.3; without zip64, which not every program of a school reads, everything lies below 4 GB. */
const signatures = { local: 0x04034b50, descriptor: 0x08074b50, central: 0x02014b50, end: 0x06054b50 }
/** Names in UTF-8, and the checksum behind the bytes: it is only known when they have been sent. */
const flags = 0x0808
const version = 20
export const mostZipBytes = 0xfff00000

/** How long the archive of these files is. */
export function zipLength(parts: readonly Omit<ZipPart, 'open'>[]): number {
  const each = ({ name, sizeBytes }: Omit<ZipPart, 'open'>) =>
    30 + 16 + 46 + 2 * Buffer.byteLength(name) + sizeBytes
  return parts.reduce((sum, part) => sum + each(part), 22)
}

/**
 * The bytes of an archive, files as they are: they are packed already, or would hardly get smaller. A file is opened when
 * its turn comes, and nothing is held but the piece that is being sent.
 */
export async function* zipStream(parts: readonly ZipPart[]): AsyncGenerator<Buffer> {
  const central: Buffer[] = []
  let at = 0
  for (const { name, sizeBytes, open } of parts) {
    const named = Buffer.from(name, 'utf8')
    const head = header(signatures.local, 30, { crc: 0, size: 0, name: named })
    yield Buffer.concat([head, named])
    let crc = 0
    for await (const chunk of await open()) {
      crc = crc32(chunk as Buffer, crc)
      yield chunk as Buffer
    }
    const descriptor = Buffer.alloc(16)
    descriptor.writeUInt32LE(signatures.descriptor, 0)
    writeSizes(descriptor, 4, { crc, size: sizeBytes })
    yield descriptor
    const entry = header(signatures.central, 46, { crc, size: sizeBytes, name: named })
    entry.writeUInt32LE(at, 42)
    central.push(entry, named)
    at += 30 + named.length + sizeBytes + 16
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(signatures.end, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  yield Buffer.concat([directory, end])
}

/** Names as they are, but no two the same. */
export function differentNames(names: readonly string[]): string[] {
  const seen = new Set<string>()
  return names.map((name) => {
    let free = name
    for (let number = 2; seen.has(free.toLowerCase()); number += 1)
      free = name.replace(/(\.[^.]*)?$/, (ending) => ` (${number})${ending}`)
    seen.add(free.toLowerCase())
    return free
  })
}

function header(
  signature: number,
  length: 30 | 46,
  entry: { crc: number; size: number; name: Buffer },
): Buffer {
  const head = Buffer.alloc(length)
  // The central one says first who made it.
  const from = length === 46 ? 6 : 4
  head.writeUInt32LE(signature, 0)
  if (length === 46) head.writeUInt16LE(version, 4)
  head.writeUInt16LE(version, from)
  head.writeUInt16LE(flags, from + 2)
  head.writeUInt16LE((1 << 5) | 1, from + 8)
  writeSizes(head, from + 10, entry)
  head.writeUInt16LE(entry.name.length, from + 22)
  return head
}

function writeSizes(into: Buffer, at: number, { crc, size }: { crc: number; size: number }): void {
  into.writeUInt32LE(crc, at)
  into.writeUInt32LE(size, at + 4)
  into.writeUInt32LE(size, at + 8)
}
