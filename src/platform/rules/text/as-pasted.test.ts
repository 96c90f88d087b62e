import { expect, test } from 'vitest'
import { normalCode } from '#shop/buying/credits/rules/voucher.ts'
import { asPasted, pastedCode } from './as-pasted.ts'
import { cleanLine } from './clean-text.ts'

test.each([
  ['\u200b\ufeff 12\u00ad345 \u202a', '12345'],
  ['１２３４５', '12345'],
  ['„12345“', '12345'],
  ['D\u2011A\u2013B\u2212C', 'D-A-B-C'],
  ['SW1A\u00a01AA', 'SW1A 1AA'],
  [undefined, ''],
])('%j pasted is %j', (typed, plain) => expect(asPasted(typed)).toBe(plain))

test.each([
  '\u200bHERBST10',
  '\u200eHERBST10',
  '„HERBST10“',
  'herbst\u201110',
  'HERBST\u221210',
  'ＨＥＲＢＳＴ１０',
  'Code: HERBST10',
  'Gutschein-Code: „herbst 10“',
  'HΕRВSТ10',
])('%j is the code HERBST10', (typed) => expect(normalCode(typed)).toBe('HERBST10'))

test('what belongs to no code stays: a wrong code stays wrong', () => {
  expect(pastedCode('HERBST10!')).toBe('HERBST10!')
  expect(pastedCode('ÜBUNG10')).toBe('ÜBUNG10')
})

test.each([
  ['👩\u200d🏫 Frau K.', '👩\u200d🏫 Frau K.'],
  ['👨🏽\u200d🔬 Herr L.', '👨🏽\u200d🔬 Herr L.'],
  ['❤\ufe0f\u200d🔥', '❤\ufe0f\u200d🔥'],
  [
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} English',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} English',
  ],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['क्\u200dष', 'क्\u200dष'],
  ['ශ්\u200dරී', 'ශ්\u200dරී'],
  ['Frau\u200d K\u200c.', 'Frau K.'],
  ['\u200d👩 Frau\u200b\u00ad K.\ufeff', '👩 Frau K.'],
  ['\u202eada\u202c\u200f', 'ada'],
  ['Aufgabe\u{e0041}\u{e0042}', 'Aufgabe'],
])('a line %j is seen as %j', (typed, seen) => expect(cleanLine(typed)).toBe(seen))
