import { expect, test } from 'vitest'
import { isPublication } from './publication.ts'

test.each([
  ['a worksheet', ['Blatt.pdf'], false, true],
  ['a set to be edited', ['Blatt.DOCX', 'Folien.pptx', 'Tabelle.xlsx'], false, true],
  ['pictures', ['a.png', 'b.jpg'], false, true],
  ['a book with one recording', ['Buch.pdf', 'Lösungen.pdf', 'Lied.mp3'], false, true],
  ['a film with a sheet', ['Film.mp4', 'Blatt.pdf'], false, false],
  ['songs', ['a.mp3', 'b.mp3'], false, false],
  ['an archive', ['alles.zip'], false, false],
  ['an exercise with a sheet', ['Blatt.pdf'], true, false],
  ['nothing', [], false, false],
] as const)('%s', (_what, fileNames, isInteractive, expected) => {
  expect(isPublication({ fileNames, isInteractive })).toBe(expected)
})
