import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import { readGaps } from '#exercises/model/text/gap-markup.ts'
import { boxBetween, movedBox, readAreas, writeAreas } from './area-rows.ts'
import { makeGap, readGapRows, withGap, withoutGap } from './gap-rows.ts'

const number = () => {
  let last = 0
  return () => ++last
}

test('places are written as they were read, and are those the type reads', () => {
  const areas = '* Nordpol | 40, 0, 20, 20\nSüd \\| Pol | 40, 80, 20, 20 | circle'
  expect(writeAreas('areas', readAreas('areas', areas, number()))).toBe(areas)
  const zones = '10, 10, 20, 20 | Kopf | Haupt\n10, 60.5, 20, 20 | Fuß\n | Hand\n | Ohr'
  expect(writeAreas('zones', readAreas('zones', zones, number()))).toBe(zones)
  const row = typeOf('label_image')
  const data = row?.schema.parse(row.fromTyped({ zones, picture: '', alt: '', hasPenalty: '' }))
  expect(row?.typed(data).zones).toBe(zones)
})

test('a place that is drawn or moved stays on its picture', () => {
  const far = fc.double({ min: -500, max: 500, noNaN: true })
  fc.assert(
    fc.property(far, far, far, far, (a, b, c, d) => {
      for (const box of [
        boxBetween({ x: a, y: b }, { x: c, y: d }),
        movedBox({ x: 10, y: 10, width: 30, height: 40 }, a, b),
      ]) {
        expect(Math.min(box.x, box.y, box.width, box.height)).toBeGreaterThanOrEqual(0)
        expect(Math.max(box.x + box.width, box.y + box.height)).toBeLessThanOrEqual(100.05)
      }
    }),
  )
})

test('a selected word becomes a gap, one with signs too, and the word again', () => {
  const typed = 'Der Himmel ist blau und/oder grau.'
  const from = typed.indexOf('und/oder')
  const made = makeGap(typed, from - 1, from + 8)
  expect(made?.typed).toBe('Der Himmel ist blau *und\\/oder* grau.')
  expect(Object.values(readGaps(made?.typed ?? '').gaps)).toMatchObject([{ answers: [{ text: 'und/oder' }] }])
  // A cursor within a word means the word; within a gap there is none.
  expect(makeGap(typed, 17, 17)?.word).toBe('blau')
  expect(makeGap('ein *blau*er Tag', 6, 6)).toBeUndefined()
  expect(makeGap('  ', 0, 2)).toBeUndefined()
  const [gap] = readGapRows(made?.typed ?? '')
  if (!gap) throw new Error('no gap')
  expect(readGaps(withoutGap(made?.typed ?? '', gap)).html).toContain('und/oder')
  expect(withGap(made?.typed ?? '', gap, { answers: ['und', 'oder'], tip: 'ein Wort: kurz' })).toBe(
    'Der Himmel ist blau *und/oder:ein Wort\\: kurz* grau.',
  )
})

test('the list of gaps has those the type reads', () => {
  const part = fc.constantFrom('a', '*', '\\', '/', ':', ' ', '\n', '50%', 'Wort')
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 40 }).map((all) => all.join('')),
      (typed) => {
        const read = Object.values(readGaps(typed).gaps).map(({ tip }) => tip)
        expect(readGapRows(typed).map(({ tip }) => tip)).toEqual(read)
      },
    ),
    { numRuns: 2000 },
  )
})
