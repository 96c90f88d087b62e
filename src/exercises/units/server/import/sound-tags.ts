/** Names a recording can be stored under; browsers record into containers of videos, which come without tags. */
export type SoundEnding = 'mp3' | 'ogg' | 'wav' | 'm4a'

/** More pages than a comment has; one with pictures of a megabyte is nothing that was recorded for a task. */
const commentPages = 64

/** One or two are usual. */
const mostTags = 100
/** Parts of a WAV or M4A; a recording has a handful, one cut into pieces some hundreds. More would hold up everybody else. */
const mostParts = 10_000

/**
 * A recording without what programs write into it about whoever made it: titles, names, pictures, places. What is heard stays bit
 * by bit. Undefined: it is not made as its beginning says.
 */
export function withoutTags(bytes: Buffer, ending: SoundEnding): Buffer | undefined {
  const clean = { mp3: cleanMp3, wav: cleanWav, m4a: cleanM4a, ogg: cleanOgg }[ending]
  return clean(bytes)
}

/** Tags stand before (ID3v2) and behind (ID3v1, APE) what is heard. */
function cleanMp3(bytes: Buffer): Buffer | undefined {
  let start = 0
  for (let tags = 0; bytes.toString('latin1', start, start + 3) === 'ID3'; tags += 1) {
    if (tags === mostTags) return undefined
    const size = syncSafe(bytes, start + 6)
    if (size === undefined) return undefined
    start += 10 + size + ((bytes[start + 5] ?? 0) & 0x10 ? 10 : 0)
  }
  let end = bytes.length
  if (bytes.toString('latin1', end - 128, end - 125) === 'TAG') end -= 128
  if (end >= 32 && bytes.toString('latin1', end - 32, end - 24) === 'APETAGEX') {
    const hasHead = (bytes.readUInt32LE(end - 12) & 0x80000000) !== 0
    end -= bytes.readUInt32LE(end - 20) + (hasHead ? 32 : 0)
  }
  return end > start ? Buffer.from(bytes.subarray(start, end)) : undefined
}

/** Seven bits a byte. */
function syncSafe(bytes: Buffer, at: number): number | undefined {
  const four = bytes.subarray(at, at + 4)
  if (four.length < 4 || four.some((byte) => byte > 127)) return undefined
  return four.reduce((sum, byte) => sum * 128 + byte, 0)
}

const heardInWav = new Set(['fmt ', 'fact', 'data', 'JUNK', 'PAD '])

function cleanWav(bytes: Buffer): Buffer | undefined {
  const cleaned = Buffer.from(bytes)
  let parts = 0
  for (let at = 12; at + 8 <= cleaned.length; ) {
    parts += 1
    if (parts > mostParts) return undefined
    const size = cleaned.readUInt32LE(at + 4)
    const end = Math.min(cleaned.length, at + 8 + size)
    if (!heardInWav.has(cleaned.toString('latin1', at, at + 4))) {
      cleaned.write('JUNK', at, 'latin1')
      cleaned.fill(0, at + 8, end)
    }
    at = end + (size % 2)
  }
  return cleaned
}

/** Boxes that hold boxes on the way to what is said about a recording. */
const wayInM4a = new Set(['moov', 'trak'])
const saidInM4a = new Set(['udta', 'meta', 'uuid', 'XMP_'])

/** Boxes keep their length, for what is heard is found by its place in the file. */
function cleanM4a(bytes: Buffer): Buffer | undefined {
  const cleaned = Buffer.from(bytes)
  return cleanBoxes(cleaned, { from: 0, to: cleaned.length, depth: 0 }, { parts: 0 }) ? cleaned : undefined
}

function cleanBoxes(
  bytes: Buffer,
  { from, to, depth }: { from: number; to: number; depth: number },
  seen: { parts: number },
): boolean {
  if (depth > 2) return false
  for (let at = from; at + 8 <= to; ) {
    seen.parts += 1
    if (seen.parts > mostParts) return false
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1
    if (isLong && at + 16 > to) return false
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const head = isLong ? 16 : 8
    if (size < head || at + size > to) return false
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (saidInM4a.has(name)) {
      bytes.write('free', at + 4, 'latin1')
      bytes.fill(0, at + head, at + size)
    } else if (
      wayInM4a.has(name) &&
      !cleanBoxes(bytes, { from: at + head, to: at + size, depth: depth + 1 }, seen)
    )
      return false
    at += size
  }
  return true
}

/** A part of a file that one page of Ogg gives to a packet. */
interface Piece {
  page: { start: number; end: number }
  start: number
  end: number
}

/** The second packet of Opus and Vorbis is the comment: its words become spaces, and the sums of its pages are made anew. */
function cleanOgg(bytes: Buffer): Buffer | undefined {
  const cleaned = Buffer.from(bytes)
  const pieces = secondPacket(cleaned)
  if (!pieces) return undefined
  const packet = Buffer.concat(pieces.map(({ start, end }) => cleaned.subarray(start, end)))
  if (!blankComment(packet)) return undefined
  let read = 0
  for (const { page, start, end } of pieces) {
    packet.copy(cleaned, start, read, read + end - start)
    read += end - start
    cleaned.writeUInt32LE(0, page.start + 22)
    cleaned.writeUInt32LE(oggSum(cleaned.subarray(page.start, page.end)), page.start + 22)
  }
  return cleaned
}

function secondPacket(bytes: Buffer): Piece[] | undefined {
  const pieces: Piece[] = []
  let number = 0
  let start = 0
  for (let count = 0; count < commentPages; count += 1) {
    if (bytes.toString('latin1', start, start + 4) !== 'OggS' || start + 27 > bytes.length) return undefined
    const sizes = bytes.subarray(start + 27, start + 27 + (bytes[start + 26] ?? 0))
    const body = start + 27 + sizes.length
    const page = { start, end: body + sizes.reduce((sum, size) => sum + size, 0) }
    if (page.end > bytes.length) return undefined
    let at = body
    for (const size of sizes) {
      const last = pieces.at(-1)
      if (number === 1 && last?.page === page) last.end = at + size
      else if (number === 1) pieces.push({ page, start: at, end: at + size })
      at += size
      // A packet goes on as long as its parts are full.
      if (size < 255) number += 1
      if (number > 1) return pieces
    }
    start = page.end
  }
  return undefined
}

/** Fills the comments of a packet; false: it is none of the two kinds. */
function blankComment(packet: Buffer): boolean {
  const heads = ['OpusTags', '\x03vorbis']
  const head = heads.find((each) => packet.toString('latin1', 0, each.length) === each)
  if (head === undefined) return false
  let at = head.length
  const next = () => {
    const size = at + 4 <= packet.length ? packet.readUInt32LE(at) : packet.length
    at += 4
    return size
  }
  const maker = next()
  if (at + maker > packet.length) return false
  packet.fill(' ', at, at + maker)
  at += maker
  const count = next()
  for (let done = 0; done < count; done += 1) {
    const size = next()
    if (at + size > packet.length) return false
    packet.fill(' ', at, at + size)
    if (size > 0) packet.write('=', at + Math.min(1, size - 1), 'latin1')
    if (size > 1) packet.write('X', at, 'latin1')
    at += size
  }
  // What stands behind them is said nowhere to be there, but for the last bit of Vorbis.
  packet.fill(0, head === 'OpusTags' ? at : Math.min(packet.length, at + 1))
  return true
}

const sums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24
  for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum & 0x80000000 ? 0x04c11db7 : 0)
  return sum >>> 0
})

/** The check sum of a page (RFC 3533, 6). */
export function oggSum(page: Buffer): number {
  let sum = 0
  for (const byte of page) sum = ((sum << 8) ^ (sums[(sum >>> 24) ^ byte] ?? 0)) >>> 0
  return sum
}
