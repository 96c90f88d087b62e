const recordHead = 6
/** META_ESCAPE with MFCOMMENT: what programs write for themselves ([MS-WMF] 2.3.6.23). */
const escapeRecord = 0x0626
const comment = 0x000f

/** Whether a file begins as an EMF: a record of type 1 with the signature " EMF" ([MS-EMF] 2.2.9). */
export function isEmf(bytes: Buffer): boolean {
  return bytes.length >= 88 && bytes.readUInt32LE(0) === 1 && bytes.toString('latin1', 40, 44) === ' EMF'
}

/** An EMF without its description, in which programs write their name and the document's. */
export function cleanEmf(bytes: Buffer): Buffer {
  const [letters, at] = [bytes.readUInt32LE(60), bytes.readUInt32LE(64)]
  if (letters === 0 || at < 88 || at + letters * 2 > bytes.readUInt32LE(4)) return bytes
  const clean = Buffer.from(bytes)
  // The description stands in the first record, whose size stays.
  clean.fill(0, at, at + letters * 2)
  clean.writeUInt32LE(0, 60)
  clean.writeUInt32LE(0, 64)
  return clean
}

/** Where the header of a WMF begins, behind that of one that can be placed; undefined: it is none ([MS-WMF] 2.3.2). */
function wmfHeader(bytes: Buffer): number | undefined {
  const at = bytes.length > 40 && bytes.readUInt32LE(0) === 0x9ac6cdd7 ? 22 : 0
  if (bytes.length < at + 18) return undefined
  const [kind, words, version] = [0, 2, 4].map((place) => bytes.readUInt16LE(at + place))
  return (kind === 1 || kind === 2) && words === 9 && (version === 0x100 || version === 0x300)
    ? at
    : undefined
}

/** Whether a file begins as a WMF. */
export function isWmf(bytes: Buffer): boolean {
  return wmfHeader(bytes) !== undefined
}

/** A WMF without the comments of programs. @throws RangeError where a record says it is longer than the file */
export function cleanWmf(bytes: Buffer): Buffer {
  const header = wmfHeader(bytes)
  if (header === undefined) return bytes
  const parts: Buffer[] = [Buffer.from(bytes.subarray(0, header + 18))]
  let at = header + 18
  while (at + recordHead <= bytes.length) {
    const size = bytes.readUInt32LE(at) * 2
    if (size < recordHead || at + size > bytes.length) throw new RangeError('no record')
    const kind = bytes.readUInt16LE(at + 4)
    const isComment = kind === escapeRecord && size >= 10 && bytes.readUInt16LE(at + recordHead) === comment
    if (!isComment) parts.push(bytes.subarray(at, at + size))
    at += size
    if (kind === 0) break
  }
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  parts[0]?.writeUInt32LE((size - header) / 2, header + 6)
  return Buffer.concat(parts)
}
