/**
 * What pixels need (TIFF 6.0, supplements 1 and 2; ICC; JPEG XR, A.7): sizes, colours, strips and tiles, where a page lies and
 * which side is up. All else is somebody's: names, times, programs, places, notes of scanners, XMP, Exif.
 */
const pixelTags: readonly (readonly [number, number])[] = [
  ...([
    [254, 259],
    [262, 266],
    [273, 274],
    [277, 284],
    [286, 293],
    [296, 297],
    [301, 301],
  ] as const),
  ...([
    [317, 328],
    [330, 330],
    [332, 332],
    [334, 334],
    [336, 347],
    [400, 435],
    [512, 521],
    [529, 532],
    [559, 559],
  ] as const),
  ...([
    [32995, 32998],
    [33421, 33422],
    [34675, 34675],
    [37439, 37439],
    [0xbc01, 0xbcc9],
  ] as const),
]
const inner = { subDirectories: 330, exif: 34665, places: 34853, compatible: 40965 }
const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
const mostDirectories = 1000

/** How the numbers of a file are written: TIFF, BigTIFF (8 bytes for a place) and JPEG XR. */
interface Form {
  at16: (at: number) => number
  /** A count or place of the directory. */
  atPlace: (at: number) => number
  /** Bytes of a place, of an entry, of the number of entries. */
  place: number
  entry: number
  count: number
  /** Where the place of the first directory stands. */
  first: number
}

/** TIFF and BigTIFF, either end first, and JPEG XR. */
const tiffHeads: ReadonlySet<string> = new Set([
  '49492a00',
  '4d4d002a',
  '49492b00',
  '4d4d002b',
  '4949bc00',
  '4949bc01',
])

/** Whether a file begins as TIFF, BigTIFF or JPEG XR. */
export function isTiff(bytes: Buffer): boolean {
  return tiffHeads.has(bytes.toString('hex', 0, 4))
}

/** Every part of a TIFF is found by where it stands: what is taken out becomes zeros. @throws RangeError where it is cut off */
export function cleanTiff(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const form = formOf(bytes)
  const seen = new Set<number>()
  const waiting = [form.atPlace(form.first)]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === 0 || seen.has(at) || seen.size >= mostDirectories) continue
    seen.add(at)
    const { from, to } = entriesOf(form, at)
    for (let entry = from; entry < to; entry += form.entry) {
      const tag = form.at16(entry)
      if (tag === inner.subDirectories) waiting.push(...placesIn(form, entry))
      else if (!isOfPixels(tag)) blankEntry(copy, form, entry)
    }
    waiting.push(form.atPlace(to))
  }
  return copy
}

function isOfPixels(tag: number): boolean {
  return pixelTags.some(([first, last]) => tag >= first && tag <= last)
}

function formOf(bytes: Buffer): Form {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II'
  const at16 = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const at32 = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const at64 = (at: number) => Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  return at16(2) === 43
    ? { at16, atPlace: at64, place: 8, entry: 20, count: 8, first: 8 }
    : { at16, atPlace: at32, place: 4, entry: 12, count: 2, first: 4 }
}

function entriesOf(form: Form, directory: number): { from: number; to: number } {
  const count = form.count === 8 ? form.atPlace(directory) : form.at16(directory)
  if (count > 0xffff) throw new RangeError('no directory')
  const from = directory + form.count
  return { from, to: from + count * form.entry }
}

function valuePlace(form: Form, entry: number): { at: number; size: number } {
  const size = (sizes[form.at16(entry + 2)] ?? 1) * form.atPlace(entry + 4)
  const own = entry + 4 + form.place
  return { at: size > form.place ? form.atPlace(own) : own, size }
}

/** The directories an entry leads to; their places have as many bytes as those of the file. */
function placesIn(form: Form, entry: number): number[] {
  const { at, size } = valuePlace(form, entry)
  return Array.from({ length: Math.min(mostDirectories, Math.floor(size / form.place)) }, (_, index) =>
    form.atPlace(at + index * form.place),
  )
}

/** The value of an entry, and what is found by it: the directories of Exif and of places stand elsewhere. */
function blankEntry(copy: Buffer, form: Form, entry: number): void {
  const tag = form.at16(entry)
  const { at, size } = valuePlace(form, entry)
  if (tag === inner.exif || tag === inner.places || tag === inner.compatible) {
    const { from, to } = entriesOf(form, form.atPlace(at))
    for (let each = from; each < to; each += form.entry) blankEntry(copy, form, each)
    return
  }
  if (at < copy.length) copy.fill(0, at, Math.min(copy.length, at + size))
}
