/** Kinds of pictures in boxes (ISO 23008-12, 23000-22; AV1 Image File Format). */
const brands = /^(mif\d|msf\d|mia[fp]|hei[cmsx]|hev[cmsx]|avi[fs]|avci|avcs|MA1[AB])$/
/** Data beside the pixels: Exif, XMP (a MIME type), addresses. */
const saidTypes = /^(Exif|mime|uri )$/
const mostParts = 10_000

interface Box {
  kind: string
  /** Behind its head. */
  from: number
  to: number
}

/** Whether a file begins as HEIC, AVIF or the like, by the brands it names. */
export function isHeif(head: Buffer): boolean {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return false
  const end = Math.min(head.length, head.readUInt32BE(0))
  const isNamed = (at: number) => brands.test(head.toString('latin1', at, at + 4))
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12 && isNamed(at)) return true
  return false
}

/**
 * A picture in boxes without Exif, XMP and what people say of it: these bytes become zeros, everything stays where it is.
 * @throws RangeError where its boxes do not end
 */
export function cleanHeif(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  for (const box of boxesIn(bytes, 0, bytes.length)) {
    if (/^(uuid|free|skip)$/.test(box.kind)) copy.fill(0, box.from, box.to)
    else if (box.kind === 'meta') cleanMeta(bytes, copy, box)
  }
  return copy
}

function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to && boxes.length < mostParts; ) {
    const small = bytes.readUInt32BE(at)
    const head = small === 1 ? 16 : 8
    const size = small === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : small === 0 ? to - at : small
    if (size < head || at + size > to) throw new RangeError('no box')
    boxes.push({ kind: bytes.toString('latin1', at + 4, at + 8), from: at + head, to: at + size })
    at += size
  }
  return boxes
}

function cleanMeta(bytes: Buffer, copy: Buffer, meta: Box): void {
  const boxes = boxesIn(bytes, meta.from + 4, meta.to)
  const of = (kind: string) => boxes.find((box) => box.kind === kind)
  const [infos, places, data, properties] = [of('iinf'), of('iloc'), of('idat'), of('iprp')]
  const said = infos ? saidItems(bytes, infos) : new Set<number>()
  for (const { item, at, size } of places ? placesOf(bytes, places, data) : [])
    if (said.has(item) && at < copy.length) copy.fill(0, at, Math.min(copy.length, at + size))
  // Name, description and tags people gave it; empty ones are as good.
  for (const list of properties ? boxesIn(bytes, properties.from, properties.to) : [])
    if (list.kind === 'ipco')
      for (const { kind, from, to } of boxesIn(bytes, list.from, list.to))
        if (kind === 'udes') copy.fill(0, from + 4, to)
}

/** The items that say something of the picture (ISO 14496-12, 8.11.6). */
function saidItems(bytes: Buffer, infos: Box): Set<number> {
  const isShort = bytes.readUInt8(infos.from) === 0
  const said = new Set<number>()
  for (const { kind, from } of boxesIn(bytes, infos.from + (isShort ? 6 : 8), infos.to)) {
    const version = bytes.readUInt8(from)
    if (kind !== 'infe' || version < 2) continue
    const item = version === 2 ? bytes.readUInt16BE(from + 4) : bytes.readUInt32BE(from + 4)
    const type = from + (version === 2 ? 8 : 10)
    if (saidTypes.test(bytes.toString('latin1', type, type + 4))) said.add(item)
  }
  return said
}

/** Where the bytes of items lie (ISO 14496-12, 8.11.3). */
function placesOf(
  bytes: Buffer,
  places: Box,
  data: Box | undefined,
): { item: number; at: number; size: number }[] {
  const found: { item: number; at: number; size: number }[] = []
  let at = places.from
  const next = (length: number) => {
    let value = 0
    for (const end = at + length; at < end; at += 1) value = value * 256 + bytes.readUInt8(at)
    return value
  }
  const version = next(1)
  next(3)
  const [first, second] = [next(1), next(1)]
  const [offsetBytes, lengthBytes, baseBytes, indexBytes] = [first >> 4, first & 15, second >> 4, second & 15]
  const count = next(version < 2 ? 2 : 4)
  for (let done = 0; done < count && at < places.to; done += 1) {
    const item = next(version < 2 ? 2 : 4)
    const isInside = version > 0 && (next(2) & 15) === 1
    next(2)
    const base = next(baseBytes) + (isInside ? (data?.from ?? 0) : 0)
    const extents = next(2)
    for (let extent = 0; extent < extents && at < places.to; extent += 1) {
      if (version > 0) next(indexBytes)
      const offset = next(offsetBytes)
      const size = next(lengthBytes)
      found.push({ item, at: base + offset, size: size === 0 ? bytes.length : size })
    }
  }
  return found
}
