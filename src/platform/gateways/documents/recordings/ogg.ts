import { mostRead, type Plan, type Read } from './plan.ts'

interface OggPage {
  at: number
  head: Buffer
  body: Buffer
}

/** Pages with the packets of the head (RFC 3533, 6): the second one has the comments. More than these is never read. */
const mostOggBytes = 4 * mostRead

/** Vorbis, Opus and FLAC in pages: comments without words, with the check sums of their pages. */
export function ofOgg(read: Read, { patches, to }: Plan): void {
  const streams = new Map<number, OggPage[]>()
  for (let at = 0; at + 27 <= Math.min(to, mostOggBytes); ) {
    const fixed = read(at, 27)
    if (fixed.toString('latin1', 0, 4) !== 'OggS') return
    const table = read(at + 27, fixed.readUInt8(26))
    const length = table.reduce((sum, each) => sum + each, 0)
    const head = Buffer.concat([fixed, table])
    const page = { at, head, body: Buffer.from(read(at + head.length, length)) }
    const id = fixed.readUInt32LE(14)
    const pages = [...(streams.get(id) ?? []), page]
    streams.set(id, pages)
    // Sound begins when pages count it.
    const isHead = fixed.readBigInt64LE(6) <= 0n
    if (!isHead) break
    at += head.length + length
  }
  for (const pages of streams.values()) {
    const bodies = pages.map(({ body }) => body)
    if (!blankComments(pages)) continue
    for (const [index, { at, head }] of pages.entries()) {
      const body = bodies[index] ?? Buffer.alloc(0)
      head.writeUInt32LE(0, 22)
      head.writeUInt32LE(oggSum(Buffer.concat([head, body])), 22)
      patches.push({ at, bytes: Buffer.concat([head, body]) })
    }
  }
}

/** The comments of Vorbis without program and comments; they end with a bit that is set (Vorbis I, 5.2.1). */
export function emptyComments(packet: Buffer): Buffer {
  const clean = Buffer.alloc(packet.length)
  packet.copy(clean, 0, 0, 7)
  clean.writeUInt8(1, 15)
  return clean
}

/** Empties the comments of Vorbis, Opus and FLAC in the bodies of their pages; whether there were any. */
function blankComments(pages: readonly OggPage[]): boolean {
  let isChanged = false
  for (const packet of packetsOf(pages)) {
    const start = packet.bytes.toString('latin1', 0, 8)
    const at = start.startsWith('\x03vorbis')
      ? 7
      : start === 'OpusTags'
        ? 8
        : packet.isFlac && (packet.bytes[0] ?? 0) % 128 === 4
          ? 4
          : -1
    // A picture of FLAC becomes room to spare.
    const isPicture = packet.number > 0 && (packet.bytes[0] ?? 0) % 128 === 6 && packet.isFlac
    if (packet.number === 0 || (at < 0 && !isPicture)) continue
    const isVorbis = start.startsWith('\x03vorbis')
    const clean = isVorbis ? emptyComments(packet.bytes) : Buffer.alloc(packet.bytes.length)
    if (isPicture) {
      packet.bytes.copy(clean, 0, 0, 4)
      clean.writeUInt8((clean.readUInt8(0) & 0x80) | 1, 0)
    } else if (!isVorbis) packet.bytes.copy(clean, 0, 0, at)
    if (clean.equals(packet.bytes)) continue
    packet.write(clean)
    isChanged = true
  }
  return isChanged
}

interface Packet {
  number: number
  isFlac: boolean
  bytes: Buffer
  /** Puts others of the same length there. */
  write(bytes: Buffer): void
}

/** The whole packets of pages: pieces of 255 bytes go on, a shorter one ends a packet. */
function packetsOf(pages: readonly OggPage[]): Packet[] {
  const packets: Packet[] = []
  let pieces: Buffer[] = []
  const isFlac = pages[0]?.body.toString('latin1', 1, 5) === 'FLAC'
  for (const { head, body } of pages) {
    let at = 0
    for (const length of head.subarray(27)) {
      pieces.push(body.subarray(at, at + length))
      at += length
      if (length === 255) continue
      const own = pieces
      pieces = []
      packets.push({
        ...{ number: packets.length, isFlac, bytes: Buffer.concat(own) },
        write(bytes) {
          let from = 0
          for (const piece of own) {
            bytes.copy(piece, 0, from, from + piece.length)
            from += piece.length
          }
        },
      })
    }
  }
  return packets
}

const oggTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value >>> 0
})

/** CRC-32 of RFC 3533, 6: from the highest bit on, beginning with zero. */
function oggSum(bytes: Buffer): number {
  let sum = 0
  for (const byte of bytes) sum = ((sum << 8) ^ (oggTable[(sum >>> 24) ^ byte] ?? 0)) >>> 0
  return sum
}
