import { closeSync, copyFileSync, openSync, readSync, statSync, writeSync } from 'node:fs'

/**
 * Sound and film without tags: artist, author, comment, program, place, pictures of the cover, whatever programs wrote
 * there. The sound itself is not touched. Every part stays where it is, because films point at the places of their
 * pictures: what is taken out becomes empty room of the same length, as each format has a word for it. Tags in front of
 * and behind an MP3 are cut off.
 */

/** Reads some bytes at a place; fewer at the end. */
type Read = (at: number, length: number) => Buffer

/** Other bytes of the same length at a place; a number is that many zeros. */
interface Patch {
  at: number
  bytes: Buffer | number
}

interface Plan {
  patches: Patch[]
  /** What is left of the file. */
  from: number
  to: number
}

const mostParts = 100_000
const mostRead = 16 * 1024 * 1024

/** The same recording without tags; undefined for one that has none, and for what is no recording. */
export function cleanRecording(bytes: Buffer): Buffer | undefined {
  const plan = planOf((at, length) => bytes.subarray(at, at + length), bytes.length)
  if (plan === undefined) return undefined
  const copy = Buffer.from(bytes)
  for (const { at, bytes: other } of plan.patches)
    if (typeof other === 'number') copy.fill(0, at, at + other)
    else other.copy(copy, at)
  return copy.subarray(plan.from, plan.to)
}

/** Writes a recording without tags to `target`; false, and nothing written, for one that has none. */
export function cleanRecordingFile(source: string, target: string): boolean {
  const size = statSync(source).size
  const file = openSync(source, 'r')
  let plan: Plan | undefined
  try {
    plan = planOf((at, length) => readAt(file, at, length), size)
    if (plan === undefined) return false
    if (plan.from === 0 && plan.to === size) copyFileSync(source, target)
    else copyPart(file, target, plan)
  } finally {
    closeSync(file)
  }
  const copy = openSync(target, 'r+')
  try {
    for (const { at, bytes } of plan.patches) writePatch(copy, at - plan.from, bytes)
  } finally {
    closeSync(copy)
  }
  return true
}

function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, at))
}

function copyPart(file: number, target: string, { from, to }: Plan): void {
  const copy = openSync(target, 'wx')
  try {
    for (let at = from; at < to; ) {
      const bytes = readAt(file, at, Math.min(mostRead, to - at))
      if (bytes.length === 0) return
      writeSync(copy, bytes)
      at += bytes.length
    }
  } finally {
    closeSync(copy)
  }
}

function writePatch(copy: number, at: number, bytes: Buffer | number): void {
  if (typeof bytes !== 'number') {
    writeSync(copy, bytes, 0, bytes.length, at)
    return
  }
  for (let done = 0; done < bytes; done += mostRead) {
    const zeros = Buffer.alloc(Math.min(mostRead, bytes - done))
    writeSync(copy, zeros, 0, zeros.length, at + done)
  }
}

function planOf(read: Read, size: number): Plan | undefined {
  const plan: Plan = { patches: [], from: 0, to: size }
  const head = read(0, 12).toString('latin1')
  try {
    if (head.startsWith('ID3') || isMp3(read, size)) cutMp3(read, plan)
    else if (/^RIFF[\s\S]{4}WAVE/.test(head)) ofWave(read, plan)
    else if (head.startsWith('OggS')) ofOgg(read, plan)
    else if (head.slice(4, 8) === 'ftyp') ofMp4(read, plan, { from: 0, to: size, path: '' })
    else if (head.startsWith('\x1a\x45\xdf\xa3')) ofWebm(read, plan, { from: 0, to: size, path: '' })
  } catch (error) {
    // Cut off in the middle of its parts: players stop there, too.
    if (!(error instanceof RangeError)) throw error
  }
  return plan.patches.length > 0 || plan.from > 0 || plan.to < size ? plan : undefined
}

/** A frame of MPEG sound, layer III (ISO 11172-3, 2.4.1). */
function isMp3(read: Read, size: number): boolean {
  const [first = 0, second = 0] = read(0, 2)
  return first === 0xff && (second & 0xe6) === 0xe2 && size > 128
}

/** ID3v2 in front (id3.org, 2.4, 3.1), ID3v1, Lyrics3 and APEv2 behind. */
function cutMp3(read: Read, plan: Plan): void {
  for (let head = read(plan.from, 10); head.toString('latin1', 0, 3) === 'ID3'; head = read(plan.from, 10)) {
    const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (head.readUInt8(at) & 127), 0)
    plan.from += 10 + size + (head.readUInt8(5) & 0x10 ? 10 : 0)
    // Some programs fill up with zeros behind it.
    while (plan.from < plan.to && read(plan.from, 1)[0] === 0) plan.from += 1
  }
  for (let isCut = true; isCut && plan.to > plan.from; ) {
    const end = plan.to
    if (read(end - 128, 3).toString('latin1') === 'TAG') plan.to -= 128
    const ape = read(plan.to - 32, 32)
    if (ape.toString('latin1', 0, 8) === 'APETAGEX')
      plan.to -= ape.readUInt32LE(12) + (ape.readUInt32LE(20) & 0x80000000 ? 32 : 0)
    const lyrics = /^(\d{6})LYRICS200$/.exec(read(plan.to - 15, 15).toString('latin1'))
    if (lyrics) plan.to -= Number(lyrics[1]) + 15
    isCut = plan.to < end
  }
  if (plan.to <= plan.from) throw new RangeError('nothing but tags')
}

/** What sound needs (Multimedia Programming Interface 1.0, 3); the rest becomes JUNK. */
const waveChunks = /^(fmt |data|fact|JUNK|junk|cue |smpl|PEAK|wavl|slnt|ds64)$/

function ofWave(read: Read, { patches, to }: Plan): void {
  for (let at = 12, count = 0; at + 8 <= to && count < mostParts; count += 1) {
    const head = read(at, 8)
    const size = head.readUInt32LE(4)
    if (!waveChunks.test(head.toString('latin1', 0, 4))) {
      patches.push({ at, bytes: Buffer.from('JUNK') }, { at: at + 8, bytes: Math.min(size, to - at - 8) })
    }
    at += 8 + size + (size & 1)
  }
}

interface Range {
  from: number
  to: number
  path: string
}

/** Boxes with boxes in them that matter here (ISO 14496-12). */
const mp4Folders = /^\/moov(\/trak(\/mdia)?)?$/
/** Tags of iTunes and QuickTime, what cameras add, XMP. */
const mp4Tags = /^(udta|meta|uuid|XMP_|cprt|ilst|gpmd)$/

function ofMp4(read: Read, plan: Plan, { from, to, path }: Range): void {
  for (let at = from, count = 0; at + 8 <= to && count < mostParts; count += 1) {
    const head = read(at, 16)
    const small = head.readUInt32BE(0)
    const size = small === 1 ? Number(head.readBigUInt64BE(8)) : small === 0 ? to - at : small
    const start = small === 1 ? 16 : 8
    if (size < start || at + size > to) throw new RangeError('no box')
    const kind = head.toString('latin1', 4, 8)
    if (mp4Tags.test(kind))
      plan.patches.push({ at: at + 4, bytes: Buffer.from('free') }, { at: at + start, bytes: size - start })
    else if (kind === 'hdlr' && path === '/moov/trak/mdia')
      // The name of a track: 'Core Media Video', or what somebody called it.
      plan.patches.push(...blank(read, at + 32, at + size))
    else if (mp4Folders.test(`${path}/${kind}`))
      ofMp4(read, plan, { from: at + start, to: at + size, path: `${path}/${kind}` })
    at += size
  }
}

/** Zeros where there are others. */
function blank(read: Read, from: number, to: number): Patch[] {
  return to > from && read(from, Math.min(to - from, 1024)).some((byte) => byte !== 0)
    ? [{ at: from, bytes: to - from }]
    : []
}

/** Elements of Matroska (RFC 9559): those with elements in them that matter, tags, and texts. */
const webm = {
  folders: new Set([0x18538067, 0x1549a966, 0x1654ae6b, 0xae]),
  tags: new Set([0x1254c367, 0x1941a469]),
  /** Title, file names, date, names of tracks; programs. */
  texts: new Set([0x7ba9, 0x7384, 0x3c83ab, 0x3e83bb, 0x4461, 0x536e, 0x5741]),
}
const voidElement = 0xec

function ofWebm(read: Read, plan: Plan, { from, to, path }: Range): void {
  for (let at = from, count = 0; at + 2 <= to && count < mostParts; count += 1) {
    const head = read(at, 12)
    const id = numberOf(head, 0, true)
    const size = numberOf(head, id.length, false)
    const start = at + id.length + size.length
    const end = size.isUnknown ? to : start + size.value
    if (end > to) throw new RangeError('no element')
    if (webm.folders.has(id.value)) ofWebm(read, plan, { from: start, to: end, path })
    else if (webm.tags.has(id.value) || webm.texts.has(id.value)) plan.patches.push(...voided(at, end))
    at = end
  }
}

/** An element without meaning of the same length (RFC 8794, 11.3.2): one byte of name, eight of length. */
function voided(at: number, end: number): Patch[] {
  const length = end - at
  const size = Buffer.alloc(8)
  if (length < 9) {
    const short = Buffer.alloc(length)
    short.writeUInt8(voidElement, 0)
    short.writeUInt8(0x80 | (length - 2), 1)
    return [{ at, bytes: short }]
  }
  size.writeBigUInt64BE((1n << 56n) | BigInt(length - 9))
  return [
    { at, bytes: Buffer.concat([Buffer.from([voidElement]), size]) },
    { at: at + 9, bytes: length - 9 },
  ]
}

/** A number whose first byte says how long it is (RFC 8794, 4); names keep that mark. */
function numberOf(
  bytes: Buffer,
  at: number,
  isName: boolean,
): { value: number; length: number; isUnknown: boolean } {
  const first = bytes.readUInt8(at)
  const length = Math.clz32(first) - 23
  if (length > 8) throw new RangeError('no number')
  let value = isName ? first : first & (0xff >> length)
  let isUnknown = !isName && value === 0xff >> length
  for (let next = at + 1; next < at + length; next += 1) {
    value = value * 256 + bytes.readUInt8(next)
    isUnknown &&= bytes[next] === 0xff
  }
  return { value, length, isUnknown }
}

interface OggPage {
  at: number
  head: Buffer
  body: Buffer
}

/** Pages with the packets of the head (RFC 3533, 6): the second one has the comments. More than these is never read. */
const mostOggBytes = 4 * mostRead

function ofOgg(read: Read, { patches, to }: Plan): void {
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

/** Empties the comments of Vorbis, Opus and FLAC in the bodies of their pages; whether there were any. */
function blankComments(pages: readonly OggPage[]): boolean {
  let isChanged = false
  for (const packet of packetsOf(pages)) {
    const start = packet.bytes.toString('latin1', 0, 8)
    const at = start.startsWith('\x03vorbis')
      ? 7
      : start === 'OpusTags'
        ? 8
        : (packet.bytes[0] ?? 0) % 128 === 4
          ? 4
          : -1
    // A picture of FLAC becomes room to spare.
    const isPicture = packet.number > 0 && (packet.bytes[0] ?? 0) % 128 === 6 && packet.isFlac
    if (packet.number === 0 || (at < 0 && !isPicture)) continue
    const clean = Buffer.alloc(packet.bytes.length)
    if (isPicture) {
      packet.bytes.copy(clean, 0, 0, 4)
      clean.writeUInt8((clean.readUInt8(0) & 0x80) | 1, 0)
    } else {
      packet.bytes.copy(clean, 0, 0, at)
      // No program, no comments; Vorbis ends with a bit that is set (Vorbis I, 5.2.1).
      if (start.startsWith('\x03vorbis')) clean.writeUInt8(1, at + 8)
    }
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
