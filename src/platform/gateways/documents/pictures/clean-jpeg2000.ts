const signature = '\0\0\0\fjP  \r\n\x87\n'
const codestream = '\xff\x4f\xff\x51'
/** XML and UUID boxes hold XMP, Exif and IPTC (ISO/IEC 15444-1, I.7). */
const dropped = /^(xml |uuid|uinf)$/
const mostBoxes = 1000

/** Whether a file begins as JPEG 2000: its boxes, or its pixels alone. */
export function isJpeg2000(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12)
  return head === signature || head.startsWith(codestream)
}

/** A JPEG 2000 without its descriptions. What points into it stays right: what is taken out becomes free room of the same size. */
export function cleanJpeg2000(bytes: Buffer): Buffer {
  const clean = Buffer.from(bytes)
  if (bytes.toString('latin1', 0, 4) === codestream) {
    blankComments(clean, 0)
    return clean
  }
  let at = 0
  for (let count = 0; at + 8 <= bytes.length && count < mostBoxes; count += 1) {
    const short = bytes.readUInt32BE(at)
    const head = short === 1 ? 16 : 8
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short
    if (size < head || at + size > bytes.length) throw new RangeError('no box')
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'jp2c') blankComments(clean, at + head)
    if (dropped.test(name)) {
      clean.write('free', at + 4, 'latin1')
      clean.fill(0, at + head, at + size)
    }
    at += size
  }
  return clean
}

/** Comments stand in the main header, before the first tile (A.9.2); programs write their names there. */
function blankComments(clean: Buffer, start: number): void {
  if (clean.readUInt16BE(start) !== 0xff4f) return
  for (let at = start + 2; ; ) {
    const marker = clean.readUInt16BE(at)
    if (marker === 0xff90 || marker < 0xff00) return
    const end = at + 2 + clean.readUInt16BE(at + 2)
    if (end > clean.length || end < at + 4) throw new RangeError('no segment')
    if (marker === 0xff64) clean.fill(0x20, at + 6, end)
    at = end
  }
}
