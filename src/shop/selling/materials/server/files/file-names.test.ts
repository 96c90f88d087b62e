import { expect, test } from 'vitest'
import { cleanName, fileKey } from './file-names.ts'

test.each([
  [`${'a'.repeat(115)}😀😀.pdf`, `${'a'.repeat(115)}.pdf`],
  [`${'b'.repeat(113)}cü🎨🎨.pdf`, `${'b'.repeat(113)}cü.pdf`],
  ['👩\u200d🏫 Plan.pdf', '👩\u200d🏫 Plan.pdf'],
  ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
  ['C:\\Users\\ilse\\Blatt\u200b 1?.docx', 'Blatt 1.docx'],
  ['\ud83d.pdf', '\ufffd.pdf'],
])('a file called %j is sold as %j', (sent, sold) => {
  expect(cleanName(sent)).toBe(sold)
  expect(cleanName(sent).isWellFormed()).toBe(true)
  expect([...cleanName(sent)].length).toBeLessThanOrEqual(120)
})

test('where it lies says nothing of its name but what kind it is', () => {
  expect(fileKey('Übung 1.DOCX')).toMatch(/^material\/[0-9a-f]{2}\/[0-9a-f-]{36}\.docx$/)
})
