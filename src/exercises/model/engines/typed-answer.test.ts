import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsPattern, isSameAnswer } from './typed-answer.ts'

test('umlauts that are spelled out and accents that are missing count only where a teacher lets them', () => {
  const umlauts = { acceptUmlauts: true }
  const accents = { ignoresAccents: true }
  for (const [typed, meant, flags] of [
    ['Strasse', 'Straße', umlauts],
    ['Buecher', 'Bücher', umlauts],
    ['Bücher', 'Buecher', umlauts],
    ['eleve', 'élève', accents],
    ['garcon', 'garçon', accents],
    ['camion', 'camión', accents],
    ['ανθρωπος', 'άνθρωπος', accents],
    ['perche', 'perché', accents],
  ] as const) {
    expect([typed, isSameAnswer(typed, meant)]).toEqual([typed, false])
    expect([typed, isSameAnswer(typed, meant, flags)]).toEqual([typed, true])
    expect([typed, fitsPattern(`xx ${typed}`, `*${meant}`, flags)]).toEqual([typed, true])
  }
  expect(isSameAnswer('ano', 'año', accents)).toBe(false)
  expect(isSameAnswer('Bucher', 'Bücher', umlauts)).toBe(false)
  expect(isSameAnswer('Buecher', 'Bücher', accents)).toBe(false)
})

test('what is the same stays the same with every flag, and flags only ever let more pass', () => {
  const word = fc.stringMatching(/^[a-zäöüßéèñçάό]{1,10}$/)
  const flags = fc.record({
    acceptTypos: fc.boolean(),
    acceptUmlauts: fc.boolean(),
    ignoresAccents: fc.boolean(),
  })
  fc.assert(
    fc.property(word, word, flags, (a, b, some) => {
      expect(isSameAnswer(a, a, some)).toBe(true)
      if (isSameAnswer(a, b)) expect(isSameAnswer(a, b, some)).toBe(true)
    }),
  )
})

test('a decimal comma and a decimal point are the same in every typed answer, and other commas are not', () => {
  for (const [typed, meant] of [
    ['3,5', '3.5'],
    ['3.5 cm', '3,5 cm'],
    ['−0,25', '-0.25'],
  ] as const) {
    expect([typed, isSameAnswer(typed, meant)]).toEqual([typed, true])
    expect([typed, fitsPattern(`rund ${typed}`, `rund*${meant}`)]).toEqual([typed, true])
  }
  expect(isSameAnswer('35', '3,5')).toBe(false)
  expect(isSameAnswer('3, 5', '3.5')).toBe(false)
  expect(isSameAnswer('ja, gern', 'ja. gern')).toBe(false)
})
