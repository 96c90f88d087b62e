import { deflateSync, inflateSync } from 'node:zlib'

const mostUnpacked = 32 * 1024 * 1024
const blank = 0x20

/**
 * A PDF without the name of who wrote it: in its properties, packed or not, and in its XMP. Every byte stays at its
 * place, so nothing that points into the file has to be written anew. Undefined when there is no name, or none that can
 * be taken out: what is signed or protected would not be what it was.
 */
export function withoutPdfAuthor(bytes: Uint8Array): Buffer | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.includes('/Encrypt') || file.includes('/ByteRange')) return undefined
  const copy = Buffer.from(file)
  const isChanged = [blankProperties(copy), blankXmp(copy), blankPacked(copy)].some(Boolean)
  return isChanged ? copy : undefined
}

/** `/Author (name)`, `/Author <6e616d65>`, and `/Author 12 0 R` with the name in an object of its own. */
function blankProperties(file: Buffer): boolean {
  let isChanged = false
  for (let at = file.indexOf('/Author'); at >= 0; at = file.indexOf('/Author', at + 7)) {
    const [, object] = /^\s+(\d{1,9} \d{1,5}) R/.exec(file.toString('latin1', at + 7, at + 40)) ?? []
    const place = object === undefined ? at + 7 : endOfWord(file, `${object} obj`)
    if (place !== undefined && blankText(file, place)) isChanged = true
  }
  return isChanged
}

/** Where an object begins that others point at. */
function endOfWord(file: Buffer, word: string): number | undefined {
  for (let at = file.indexOf(word); at >= 0; at = file.indexOf(word, at + 1))
    if (at === 0 || isSpace(file[at - 1])) return at + word.length
  return undefined
}

function blankText(file: Buffer, from: number): boolean {
  let start = from
  while (isSpace(file[start])) start += 1
  const end =
    file[start] === 0x28 ? endOfText(file, start) : file[start] === 0x3c ? file.indexOf('>', start) : -1
  if (end <= start + 1 || file.subarray(start + 1, end).every((byte) => byte === blank)) return false
  file.fill(blank, start + 1, end)
  return true
}

/** `<dc:creator>` of the packets that are not packed, which is what they are for. */
function blankXmp(file: Buffer): boolean {
  let isChanged = false
  for (let at = file.indexOf('<dc:creator>'); at >= 0; at = file.indexOf('<dc:creator>', at + 12)) {
    const end = file.indexOf('</dc:creator>', at)
    if (end < 0 || end - at > 10_000) continue
    let isTag = true
    for (let place = at + 12; place < end; place += 1) {
      if (file[place] === 0x3c) isTag = true
      else if (file[place] === 0x3e) isTag = false
      else if (!isTag && !isSpace(file[place])) {
        file[place] = blank
        isChanged = true
      } else if (place === at + 12) isTag = false
    }
  }
  return isChanged
}

/** The same inside of object streams: what is blank packs at least as small. */
function blankPacked(file: Buffer): boolean {
  let isChanged = false
  for (let at = file.indexOf('/ObjStm'); at >= 0; at = file.indexOf('/ObjStm', at + 7)) {
    const word = file.indexOf('stream', at)
    if (word < 0 || word - at > 1000) continue
    const start = word + 6 + (file[word + 6] === 0x0d ? 2 : 1)
    const end = file.indexOf('endstream', start)
    if (end < 0) continue
    const objects = unpacked(file.subarray(start, end))
    if (objects === undefined || !blankProperties(objects)) continue
    const packed = deflateSync(objects, { level: 9 })
    if (packed.length > end - start) continue
    file.fill(0x0a, start, end)
    packed.copy(file, start)
    isChanged = true
  }
  return isChanged
}

function unpacked(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: mostUnpacked })
  } catch {
    // Packed otherwise, or broken: examined and refused elsewhere.
    return undefined
  }
}

/** Where a text in brackets ends (ISO 32000-1, 7.3.4.2); -1 when it does not. */
function endOfText(file: Buffer, start: number): number {
  let depth = 0
  for (let at = start; at < Math.min(file.length, start + 10_000); at += 1) {
    if (file[at] === 0x5c) at += 1
    else if (file[at] === 0x28) depth += 1
    else if (file[at] === 0x29) {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0
}
