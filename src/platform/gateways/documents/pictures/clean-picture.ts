import { crc32 } from 'node:zlib'
import { cleanHeif, isHeif } from './clean-heif.ts'
import { cleanJpeg2000, isJpeg2000 } from './clean-jpeg2000.ts'
import { cleanEmf, cleanWmf, isEmf, isWmf } from './clean-metafile.ts'
import { cleanTiff, isTiff } from './clean-tiff.ts'

/**
 * A picture without what says who made it, when, where and by which camera or program, by its first bytes; its pixels are
 * not touched. Undefined when there is nothing to take out, or when it is no JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, JPEG 2000,
 * JPEG XR, EMF or WMF.
 */
export function cleanPicture(bytes: Buffer): Buffer | undefined {
  const parts = partsOf(bytes)
  if (parts === undefined) return undefined
  const clean = Buffer.concat(parts)
  return clean.equals(bytes) ? undefined : clean
}

function partsOf(bytes: Buffer): Buffer[] | undefined {
  const head = bytes.toString('latin1', 0, 12)
  try {
    if (head.startsWith('\xff\xd8\xff')) return ofJpeg(bytes)
    if (head.startsWith('\x89PNG\r\n\x1a\n')) return ofPng(bytes)
    if (/^RIFF[\s\S]{4}WEBP/.test(head)) return ofWebp(bytes)
    if (/^GIF8[79]a/.test(head)) return ofGif(bytes)
    if (isTiff(bytes)) return [cleanTiff(bytes)]
    if (isHeif(bytes)) return [cleanHeif(bytes)]
    if (isJpeg2000(bytes)) return [cleanJpeg2000(bytes)]
    if (isEmf(bytes)) return [cleanEmf(bytes)]
    if (isWmf(bytes)) return [cleanWmf(bytes)]
  } catch (error) {
    // Cut off in the middle of its parts: programs that show it go no further either.
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

const jpegEnd = Buffer.from([0xff, 0xd9])

/** ITU T.81, B.1.1: segments up to the pixels. Left are JFIF, colours (ICC, Adobe) and which side is up. */
function ofJpeg(bytes: Buffer): Buffer[] {
  const parts = [bytes.subarray(0, 2)]
  let at = 2
  while (at < bytes.length) {
    if (bytes.readUInt8(at) !== 0xff) throw new RangeError('no marker')
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const segment = bytes.subarray(at, end)
    if (marker === 0xda) {
      const scanEnd = endOfScan(bytes, end)
      parts.push(bytes.subarray(at, scanEnd))
      at = scanEnd
      continue
    }
    if (staysInJpeg(marker, segment)) parts.push(segment)
    else if (marker === 0xe1) parts.push(orientationOf(segment))
    at = end
  }
  // What stands behind its end is another picture, or the notes of a camera.
  return [...parts, jpegEnd]
}

function staysInJpeg(marker: number, segment: Buffer): boolean {
  if (marker === 0xfe) return false
  if (marker < 0xe0 || marker > 0xef) return true
  if (marker === 0xe2) return segment.toString('latin1', 4, 15) === 'ICC_PROFILE'
  // JFXX is a small picture of what it was before it was changed.
  return marker === 0xee || (marker === 0xe0 && segment.toString('latin1', 4, 8) !== 'JFXX')
}

/** The next marker behind packed pixels, in which every 0xff is followed by a zero or says where a row begins. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** An Exif segment that says nothing but which side is up (Exif 2.32, 4.6.4); empty where that is the usual one. */
function orientationOf(segment: Buffer): Buffer {
  const none = Buffer.alloc(0)
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0') return none
  const tiff = segment.subarray(10)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const number16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < number16(first); entry += 1) {
    const at = first + 2 + entry * 12
    const side = number16(at) === 0x0112 ? number16(at + 8) : 0
    if (side > 1 && side <= 8)
      return Buffer.from([
        ...[0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
        ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, side, 0, 0, 0, 0, 0, 0],
      ])
  }
  return none
}

/** What pixels need (PNG, third edition, 11): all but texts, times and Exif. */
const pngChunks =
  /^(IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)$/

function ofPng(bytes: Buffer): Buffer[] {
  const parts = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + bytes.readUInt32BE(at)
    if (pngChunks.test(name)) parts.push(bytes.subarray(at, end))
    else if (name === 'eXIf') parts.push(pngOrientation(bytes.subarray(at + 8, end - 4)))
    at = end
    if (name === 'IEND') break
  }
  return parts
}

function pngOrientation(exif: Buffer): Buffer {
  const segment = orientationOf(Buffer.concat([Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1'), exif]))
  if (segment.length === 0) return segment
  const body = Buffer.concat([Buffer.from('eXIf'), segment.subarray(10)])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(body.length - 4, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

function ofWebp(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const chunk = Buffer.from(bytes.subarray(at, at + 8 + size + (size & 1)))
    // The flags of VP8X say that there is Exif (8) and XMP (4).
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~0x0c, 8)
    if (/^(VP8 |VP8L|VP8X|ALPH|ANIM|ANMF|ICCP)$/.test(name)) parts.push(chunk)
    at += 8 + size + (size & 1)
  }
  const head = Buffer.from(bytes.subarray(0, 12))
  head.writeUInt32LE(4 + parts.reduce((sum, { length }) => sum + length, 0), 4)
  return [head, ...parts]
}

/** GIF89a: comments go, and of what programs add only how often it is played. */
function ofGif(bytes: Buffer): Buffer[] {
  const palette = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + palette(bytes.readUInt8(10))
  const parts = [bytes.subarray(0, at)]
  while (at < bytes.length) {
    const start = at
    const kind = bytes.readUInt8(at)
    if (kind === 0x3b) break
    if (kind === 0x21) at += 2
    else if (kind === 0x2c) at += 11 + palette(bytes.readUInt8(at + 9))
    else throw new RangeError('no block')
    for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += size + 1
    at += 1
    const label = kind === 0x21 ? bytes.readUInt8(start + 1) : 0
    const program = bytes.toString('latin1', start + 3, start + 14)
    if (label === 0xfe || (label === 0xff && !/^(NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(program))) continue
    parts.push(bytes.subarray(start, at))
  }
  return [...parts, Buffer.from([0x3b])]
}
