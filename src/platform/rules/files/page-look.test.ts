import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { furthestDetail, type GreyPicture, likelyBands, lookBands, lookLength, lookOf } from './page-look.ts'

interface Block {
  left: number
  top: number
  width: number
  height: number
  shade: number
}

/** A worksheet: a title, then tasks of a few lines and now and then a picture, as shares of the page. */
const worksheet = fc
  .array(
    fc.record({
      lines: fc.array(fc.integer({ min: 12, max: 82 }), { minLength: 1, maxLength: 5 }),
      picture: fc.option(
        fc.record({ width: fc.integer({ min: 15, max: 60 }), height: fc.integer({ min: 6, max: 16 }) }),
      ),
      gap: fc.integer({ min: 2, max: 6 }),
      indent: fc.integer({ min: 0, max: 12 }),
    }),
    { minLength: 5, maxLength: 8 },
  )
  .map((tasks) => {
    const blocks: Block[] = [{ left: 8, top: 6, width: 40, height: 3, shade: 60 }]
    let top = 14
    for (const { lines, picture, gap, indent } of tasks) {
      for (const width of lines) {
        blocks.push({ left: 8 + indent, top, width: Math.min(width, 84 - indent), height: 1.2, shade: 110 })
        top += 2.4
      }
      if (picture) {
        blocks.push({ left: 30 - indent, top, ...picture, shade: 150 })
        top += picture.height
      }
      top += gap
    }
    return blocks.filter((block) => block.top + block.height < 95)
  })

/** A page of this height in px; `cut` percent are cut off at each side. */
function drawn(blocks: readonly Block[], { height = 384, cut = 0, noise = 0, light = 0 } = {}): GreyPicture {
  const width = Math.round(height * 0.7)
  const data = new Uint8Array(width * height).fill(255 - noise)
  const px = (share: number, length: number) =>
    Math.min(length, Math.max(0, Math.round((length * (share - cut)) / (100 - 2 * cut))))
  for (const { left, top, width: wide, height: high, shade } of blocks)
    for (let y = px(top, height); y < px(top + high, height); y += 1)
      data.fill(shade + light, y * width + px(left, width), y * width + px(left + wide, width))
  for (let at = 0; at < data.length; at += 1)
    data[at] = (data[at] ?? 0) + (noise === 0 ? 0 : (at * 7919) % noise)
  return { data, width, height }
}

/** How many of the bits differ. */
function distanceOf(one: string, other: string): number {
  let distance = 0
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) distance += 1
  return distance
}

function distance(one: GreyPicture, other: GreyPicture): number {
  return distanceOf(lookOf(one)?.detail ?? '', lookOf(other)?.detail ?? '')
}

const bits = (length: number) =>
  fc.array(fc.constantFrom('0', '1'), { minLength: length, maxLength: length }).map((each) => each.join(''))

describe('a page is known again', () => {
  const isKnown = (
    changes: { height?: number; cut?: number; noise?: number; light?: number },
    sheet: Block[],
  ) => distance(drawn(sheet), drawn(sheet, changes)) <= furthestDetail

  test('in another size', () => {
    fc.assert(
      fc.property(worksheet, fc.integer({ min: 300, max: 500 }), (sheet, height) =>
        isKnown({ height }, sheet),
      ),
    )
  })

  test('lighter and with noise', () => {
    fc.assert(fc.property(worksheet, (sheet) => isKnown({ noise: 20, light: 25 }, sheet)))
  })

  test('with its margins cut', () => {
    fc.assert(
      fc.property(worksheet, fc.integer({ min: 1, max: 5 }), (sheet, cut) =>
        isKnown({ cut, height: 400 }, sheet),
      ),
    )
  })
})

test('other worksheets are far away', () => {
  const pairs = fc
    .tuple(worksheet, worksheet)
    .filter(([one, other]) => Math.abs(one.length - other.length) > 2)
  fc.assert(fc.property(pairs, ([one, other]) => distance(drawn(one), drawn(other)) > furthestDetail))
})

test('empty pages, a heading alone, ruled and squared paper and plain colour look like nothing', () => {
  const lines = Array.from({ length: 30 }, (_, at) => ({
    left: 8,
    top: 6 + at * 3,
    width: 84,
    height: 0.3,
    shade: 120,
  }))
  const upright = Array.from({ length: 28 }, (_, at) => ({
    left: 8 + at * 3,
    top: 6,
    width: 0.4,
    height: 87,
    shade: 120,
  }))
  const pages = [
    [],
    [{ left: 10, top: 10, width: 20, height: 2, shade: 0 }],
    lines,
    [...lines, ...upright],
    [{ left: 0, top: 0, width: 100, height: 100, shade: 90 }],
  ]
  expect(pages.map((page) => lookOf(drawn(page)))).toEqual(pages.map(() => undefined))
  expect(lookOf({ data: new Uint8Array(0), width: 0, height: 0 })).toBeUndefined()
})

test('the index finds every look that is near enough', () => {
  const turnedBits = fc.uniqueArray(fc.nat({ max: lookLength - 1 }), { maxLength: 7 })
  fc.assert(
    fc.property(bits(lookLength), turnedBits, (look, turned) => {
      const other = [...look].map((bit, at) => (turned.includes(at) ? String(1 - Number(bit)) : bit)).join('')
      expect(distanceOf(look, other)).toBe(turned.length)
      const likely = new Set(likelyBands(look))
      expect(lookBands(other).some((band) => likely.has(band))).toBe(true)
    }),
  )
})
