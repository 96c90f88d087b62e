import { expect, test } from 'vitest'
import type { GapText } from './data.ts'
import { gapText } from './gap-text.ts'

const typed = (text: string) => gapText.schema.parse(gapText.fromTyped({ gapText: text })) as GapText
const scored = (text: string, said: string) => gapText.score(typed(text), { g1: said }).scaled

test('a number in a gap is right when it is near enough, however it is written', () => {
  for (const written of ['*12±0.5*', '*12 ± 0,5*', '*12+-0.5*']) {
    const all = ['11,5', '12.50', ' 12 ', '12.51', '12 cm', 'zwölf', ''].map((said) => scored(written, said))
    expect(all).toEqual([1, 1, 1, 0, 0, 0, 0])
  }
  expect(['0.3', '0,2', '0.1', '0.4'].map((said) => scored('*0.2±0.1*', said))).toEqual([1, 1, 1, 0])
  expect(['-3', '-4', '3'].map((said) => scored('*-3±1*', said))).toEqual([1, 1, 0])
  expect(scored('*zwölf/12±0*', '12.0')).toBe(1)
})

test('it is shown as it was typed, and words with that sign stay words', () => {
  expect(gapText.solution(typed('*12±0.5/dozen* and *7±0*'))).toEqual(['12 ± 0.5 / dozen', '7'])
  for (const text of ['*12±0.5/50%12±2:Liter*', '*±*', '*5\\\\±1*', '*a±1*'])
    expect(gapText.typed(typed(text)).gapText).toBe(text)
  expect(scored('*5\\\\±1*', '5±1')).toBe(1)
  expect(scored('*5\\\\±1*', '5')).toBe(0)
})

test('a tolerance belongs to a number alone', () => {
  const data = {
    ...typed('*12±1*'),
    gaps: { g1: { answers: [{ text: 'x', fraction: 1, tolerance: 1 }], tip: '' } },
  }
  expect(gapText.schema.safeParse(data).success).toBe(false)
})
