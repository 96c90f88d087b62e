import { expect, test } from 'vitest'
import { foldEmail } from './email.ts'

test.each([
  [' Lea.Berger@Schule.EXAMPLE ', 'lea.berger@schule.example'],
  ['lea+kasse@schule.example', 'lea+kasse@schule.example'],
  ['lea@müller.example', 'lea@xn--mller-kva.example'],
  ["o'neill@school.example", "o'neill@school.example"],
  ['\u200bilse@schule.example', 'ilse@schule.example'],
  ['ilse@schule.example\u200b', 'ilse@schule.example'],
  ['\u202ail\u00adse@schule.example\u202c', 'ilse@schule.example'],
  ['\ufeffilse@schule\u2060.example', 'ilse@schule.example'],
  ['ｉｌｓｅ＠ｓｃｈｕｌｅ．ｅｘａｍｐｌｅ', 'ilse@schule.example'],
  ['mailto:ilse@schule.example', 'ilse@schule.example'],
  ['„ilse@schule.example“', 'ilse@schule.example'],
  ['<ilse@schule.example>', 'ilse@schule.example'],
  ['lea@xn--mller-kva.example', 'lea@xn--mller-kva.example'],
  ['lea@MÜLLER.example', 'lea@xn--mller-kva.example'],
])('%s', (typed, folded) => {
  expect(foldEmail(typed)).toBe(folded)
})

test.each([
  '',
  'lea',
  'lea@',
  '@schule.example',
  'lea@schule',
  'lea@schule..example',
  'lea@-schule.example',
  'lea@schule-.example',
  'lea@sch--ule.-example',
  'lea@xn--.example',
  'lea@ab--cd.example',
  '\u200b@schule.example',
  '.lea@schule.example',
  'le..a@schule.example',
  'lea@schule.example\r\nBcc: all@schule.example',
  'lea@schule.example,bob@schule.example',
  '"lea" <lea@schule.example>',
  'lea bob@schule.example',
  'lea@127.0.0.1',
  'lea@[::1]',
  'lea@schule.example/x',
  `${'x'.repeat(65)}@schule.example`,
  `lea@${'x'.repeat(250)}.example`,
])('%j is no address', (typed) => {
  expect(foldEmail(typed)).toBeUndefined()
})
