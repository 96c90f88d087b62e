import { emptyComments } from './ogg.ts'
import { blank, mostParts, mostRead, type Patch, type Plan, type Range, type Read } from './plan.ts'

/** Elements of Matroska (RFC 9559): those with elements in them that matter, tags, and texts. */
const webm = {
  folders: new Set([0x18538067, 0x1549a966, 0x1654ae6b, 0xae]),
  tags: new Set([0x1254c367, 0x1941a469]),
  /** Title, file names, date, names of tracks; programs. */
  texts: new Set([0x7ba9, 0x7384, 0x3c83ab, 0x3e83bb, 0x4461, 0x536e, 0x5741]),
}
const voidElement = 0xec
const codecData = 0x63a2

/** WebM and Matroska: what is taken out becomes void. @throws RangeError where its elements do not end */
export function ofWebm(read: Read, plan: Plan, { from, to }: Range): void {
  for (let at = from, count = 0; at + 2 <= to && count < mostParts; count += 1) {
    const head = read(at, 12)
    const id = numberOf(head, 0, true)
    const size = numberOf(head, id.length, false)
    const start = at + id.length + size.length
    const end = size.isUnknown ? to : start + size.value
    if (end > to) throw new RangeError('no element')
    if (webm.folders.has(id.value)) ofWebm(read, plan, { from: start, to: end })
    else if (webm.tags.has(id.value) || webm.texts.has(id.value)) plan.patches.push(...voided(at, end))
    else if (id.value === voidElement) plan.patches.push(...blank(read, start, end))
    else if (id.value === codecData) plan.patches.push(...ofVorbis(read, start, end))
    // What is recorded live does not say where a piece of it ends: the next one follows among its parts.
    at = size.isUnknown ? start : end
  }
}

/** The three heads of Vorbis with the lengths of two in front (RFC 9559 and its codec mappings): the second one has comments. */
function ofVorbis(read: Read, from: number, to: number): Patch[] {
  const bytes = read(from, Math.min(to - from, mostRead))
  const at = bytes.indexOf('\x03vorbis', 0, 'latin1')
  const end = bytes.indexOf('\x05vorbis', at, 'latin1')
  if (bytes[0] !== 2 || at < 0 || end < at + 16) return []
  const clean = emptyComments(bytes.subarray(at, end))
  return clean.equals(bytes.subarray(at, end)) ? [] : [{ at: from + at, bytes: clean }]
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
