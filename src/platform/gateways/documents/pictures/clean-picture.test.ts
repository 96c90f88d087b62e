import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cleanPicture } from './clean-picture.ts'

/* Drawings and pictures that our other tools do not write, made by hand from their specifications. */

const u16 = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from(new Uint16Array([value]).buffer)))
const u32 = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from(new Uint32Array([value]).buffer)))

function emf(description: string): Buffer {
  const words = Buffer.from(description, 'utf16le')
  const size = 88 + words.length
  const head = Buffer.concat([
    ...[u32(1, size), Buffer.alloc(32), Buffer.from(' EMF'), u32(0x10000, size + 20, 2)],
    ...[u16(1, 0), u32(description.length, description.length === 0 ? 0 : 88), Buffer.alloc(20)],
  ])
  expect(head.length).toBe(88)
  return Buffer.concat([head, words, u32(14, 20, 0, 0, 20)])
}

function wmf(records: readonly Buffer[], isPlaceable: boolean): Buffer {
  const body = Buffer.concat(records)
  const place = Buffer.concat([u32(0x9ac6cdd7), Buffer.alloc(18)])
  const head = Buffer.concat([u16(1, 9, 0x300), u32((18 + body.length) / 2), u16(0), u32(20), u16(0)])
  return Buffer.concat([...(isPlaceable ? [place] : []), head, body])
}
const record = (kind: number, ...words: number[]) =>
  Buffer.concat([u32(3 + words.length), u16(kind, ...words)])
const line = record(0x0213, 10, 20)
const last = record(0)

function box(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}
const comment = 'Kakadu of Petra Beispiel'
function pixels(words: string): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, 0x64, 0, words.length + 4, 0, 1]), Buffer.from(words)])
  const size = Buffer.from([0xff, 0x4f, 0xff, 0x51, 0, 4, 0, 0])
  return Buffer.concat([
    size,
    segment,
    Buffer.from([0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0x93, 1, 2, 0xff, 0xd9]),
  ])
}
const jp2 = (words: string, names: boolean) =>
  Buffer.concat([
    box('jP  ', Buffer.from('\r\n\x87\n', 'latin1')),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ')),
    ...(names
      ? [
          box('xml ', Buffer.from('<author>Petra Beispiel</author>')),
          box('uuid', Buffer.from('GPS of Petra')),
        ]
      : []),
    box('jp2c', pixels(words)),
  ])

describe('an EMF', () => {
  test('says no more which program and document it comes from, and is as long as before', () => {
    const file = emf('PowerPoint\0Petra Beispiel\0\0')
    const clean = cleanPicture(file)
    expect(clean?.length).toBe(file.length)
    expect(clean?.toString('utf16le')).not.toContain('Petra')
    expect(clean?.subarray(-20)).toEqual(file.subarray(-20))
    expect([clean?.readUInt32LE(60), clean?.readUInt32LE(64)]).toEqual([0, 0])
  })

  test('without a description stays as it is; one that points elsewhere does, too', () => {
    expect(cleanPicture(emf(''))).toBeUndefined()
    const file = emf('abc\0\0')
    file.writeUInt32LE(1_000_000, 60)
    expect(cleanPicture(file)).toBeUndefined()
  })
})

describe('a WMF', () => {
  test.each([true, false])(
    'has its drawing without the comments of programs (placeable: %s)',
    (isPlaceable) => {
      const words = [...Buffer.from('Petra Beispiel')].map((byte) => byte)
      const file = wmf([record(0x0626, 0x000f, 28, ...words), line, last], isPlaceable)
      expect(cleanPicture(file)).toEqual(wmf([line, last], isPlaceable))
      expect(cleanPicture(wmf([line, last], isPlaceable))).toBeUndefined()
    },
  )

  test('that is cut off is left alone', () => {
    expect(cleanPicture(wmf([line, u32(900), u16(1)], false))).toBeUndefined()
  })
})

describe('a JPEG 2000', () => {
  test('has its pixels where they were, without XMP, Exif and the comments of programs', () => {
    const file = jp2(comment, true)
    const clean = cleanPicture(file)
    expect(clean?.length).toBe(file.length)
    expect(clean?.toString('latin1')).not.toMatch(/Petra|Kakadu|uuid|xml /)
    expect(clean?.subarray(-12)).toEqual(file.subarray(-12))
    expect(cleanPicture(pixels(comment))?.toString('latin1')).not.toContain('Petra')
  })

  test('that says nothing stays as it is; one whose boxes do not end is left alone', () => {
    expect(cleanPicture(jp2('    ', false))).toBeUndefined()
    expect(cleanPicture(jp2(comment, true).subarray(0, 60))).toBeUndefined()
  })
})

/** A picture of 2 by 2 grey dots with words behind its directory. */
function tiff(isBig: boolean, head = isBig ? '49492b0008000000' : '49492a00'): Buffer {
  const words = Buffer.from('Petra Beispiel, Schule\0')
  const place = isBig ? 8 : 4
  const number = (value: number, bytes: number) => {
    const field = Buffer.alloc(bytes)
    field.writeUInt32LE(value)
    return field
  }
  const tags = [270, 315, 37679, 65000]
  const pixels: [number, number][] = [
    ...([
      [256, 2],
      [257, 2],
      [258, 8],
      [259, 1],
      [262, 1],
    ] as const),
    ...([
      [273, isBig ? 16 : 8],
      [277, 1],
      [278, 2],
      [279, 4],
    ] as const),
  ].map(([tag, value]) => [tag, value])
  const count = pixels.length + tags.length
  const start = (isBig ? 16 : 8) + 4
  const end = start + (isBig ? 8 : 2) + count * (isBig ? 20 : 12) + place
  const entry = (tag: number, kind: number, size: number, value: number) =>
    Buffer.concat([u16(tag, kind), number(size, place), number(value, place)])
  const entries = [
    ...pixels.map(([tag, value]) => ({ tag, bytes: entry(tag, 4, 1, value) })),
    ...tags.map((tag) => ({ tag, bytes: entry(tag, 2, words.length, end) })),
  ].sort((one, other) => one.tag - other.tag)
  return Buffer.concat([
    ...[Buffer.from(head, 'hex'), number(start, place), Buffer.from([10, 90, 170, 250])],
    ...[isBig ? number(count, 8) : u16(count), ...entries.map(({ bytes }) => bytes), number(0, place), words],
  ])
}

describe('a TIFF', () => {
  test.each([false, true])(
    'has its dots and nobody’s words, in whatever tag they stand (large: %s)',
    async (isBig) => {
      const clean = cleanPicture(tiff(isBig))
      expect(clean?.toString('latin1')).not.toContain('Petra')
      expect(clean?.length).toBe(tiff(isBig).length)
      if (!isBig)
        expect([...(await sharp(clean, { failOn: 'none' }).raw().toBuffer())]).toEqual(
          [10, 90, 170, 250].flatMap((dot) => [dot, dot, dot]),
        )
    },
  )

  test('of another kind (JPEG XR) says nobody’s name either; one that is cut off is left alone', () => {
    expect(cleanPicture(tiff(false, '4949bc01'))?.toString('latin1')).not.toContain('Petra')
    expect(cleanPicture(tiff(false).subarray(0, 60))).toBeUndefined()
  })
})

test('the small picture in a JPEG that shows what it was before goes', () => {
  const small = Buffer.concat([Buffer.from('ffe00010', 'hex'), Buffer.from('JFXX\0'), Buffer.alloc(9, 7)])
  const file = Buffer.concat([Buffer.from('ffd8', 'hex'), small, Buffer.from('ffdb0003aaffd9', 'hex')])
  expect(cleanPicture(file)?.toString('hex')).toBe('ffd8ffdb0003aaffd9')
})
