import { describe, expect, test } from 'vitest'
import { withoutTags } from './sound-tags.ts'

const name = 'Petra Beispiel'
const heard = Buffer.alloc(4000, 0x55)

/** The check sum as the RFC says it, bit by bit. */
function checkSum(page: Buffer): number {
  const zeroed = Buffer.from(page)
  zeroed.writeUInt32LE(0, 22)
  let sum = 0
  for (const byte of zeroed) {
    sum = (sum ^ (byte << 24)) >>> 0
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1) >>> 0
  }
  return sum
}

function oggPage(number: number, sizes: number[], body: Buffer): Buffer {
  const head = Buffer.alloc(27)
  head.write('OggS', 'latin1')
  head.writeUInt32LE(number, 18)
  head[26] = sizes.length
  const page = Buffer.concat([head, Buffer.from(sizes), body])
  page.writeUInt32LE(checkSum(page), 22)
  return page
}

/** An Opus file whose comment runs over two pages. */
function ogg(): Buffer {
  const comment = Buffer.from(`ARTIST=${name}${'.'.repeat(300)}`)
  const long = (value: number) => {
    const four = Buffer.alloc(4)
    four.writeUInt32LE(value)
    return four
  }
  const maker = Buffer.from('a program')
  const packet = Buffer.concat([
    ...[Buffer.from('OpusTags'), long(maker.length), maker, long(1), long(comment.length), comment],
  ])
  return Buffer.concat([
    oggPage(0, [19], Buffer.concat([Buffer.from('OpusHead'), Buffer.alloc(11)])),
    oggPage(1, [255], packet.subarray(0, 255)),
    oggPage(2, [packet.length - 255, 100], Buffer.concat([packet.subarray(255), heard.subarray(0, 100)])),
    oggPage(3, [200], heard.subarray(0, 200)),
  ])
}

function box(kind: string, ...inner: Buffer[]): Buffer {
  const body = Buffer.concat(inner)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, body])
}

function chunk(kind: string, body: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from(kind), size, body, Buffer.alloc(body.length % 2)])
}

const id3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0e'), Buffer.from(name)])
const files = {
  mp3: Buffer.concat([id3, id3, heard, Buffer.from('TAG'), Buffer.from(name.padEnd(125))]),
  wav: Buffer.concat([
    ...[Buffer.from('RIFF....WAVE'), chunk('LIST', Buffer.from(`${name}.`)), chunk('fmt ', Buffer.alloc(16))],
    ...[chunk('data', heard), chunk('id3 ', id3)],
  ]),
  m4a: Buffer.concat([
    ...[box('ftyp', Buffer.from('M4A ')), box('moov', box('mvhd'), box('udta', Buffer.from(name)))],
    box('mdat', heard),
  ]),
  ogg: ogg(),
} as const

describe('a recording', () => {
  test.each(Object.keys(files) as (keyof typeof files)[])(
    '%s loses names and keeps what is heard',
    (ending) => {
      const cleaned = withoutTags(files[ending], ending)
      expect(files[ending].includes(name)).toBe(true)
      expect(cleaned?.includes(name)).toBe(false)
      expect(cleaned?.includes(ending === 'ogg' ? heard.subarray(0, 200) : heard)).toBe(true)
      // What is found by its place in the file stays there.
      if (ending !== 'mp3') expect(cleaned?.length).toBe(files[ending].length)
    },
  )

  test('in pages has the sums players check', () => {
    const cleaned = withoutTags(files.ogg, 'ogg') ?? Buffer.alloc(0)
    const starts = [...cleaned.toString('latin1').matchAll(/OggS/g)].map(({ index }) => index)
    const pages = starts.map((start, at) => cleaned.subarray(start, starts[at + 1]))
    expect(pages.map(checkSum)).toEqual(pages.map((page) => page.readUInt32LE(22)))
  })

  test('that is cut off or lies about its lengths is refused or stays what it is, and quickly', () => {
    for (const [ending, bytes] of Object.entries(files))
      for (let length = 0; length < bytes.length; length += 37)
        expect(() => withoutTags(bytes.subarray(0, length), ending as keyof typeof files)).not.toThrow()
    let nested = box('moov')
    for (let depth = 0; depth < 500; depth += 1) nested = box('moov', nested)
    expect(withoutTags(nested, 'm4a')).toBeUndefined()
  })

  test('of nothing but empty parts is refused, for counting them would hold up everybody', () => {
    const many = (part: Buffer) => Buffer.concat(Array.from({ length: 20_000 }, () => part))
    const empty = Buffer.from('ID3\x04\0\0\0\0\0\0')
    expect(withoutTags(Buffer.concat([many(empty), heard]), 'mp3')).toBeUndefined()
    expect(withoutTags(many(box('free')), 'm4a')).toBeUndefined()
    expect(
      withoutTags(Buffer.concat([Buffer.from('RIFF....WAVE'), many(chunk('PAD ', Buffer.alloc(0)))]), 'wav'),
    ).toBeUndefined()
  })
})
