import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { readPackage } from './packages.ts'

const dir = mkdtempSync(join(tmpdir(), 'sheets-'))
afterAll(() => rmSync(dir, { recursive: true }))

const text = (value: string) => new TextEncoder().encode(value)
type Cells = string[][]
const sheetOf = (rows: Cells) =>
  `<worksheet><sheetData>${rows
    .map((row) => `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`)
    .join('')}</sheetData></worksheet>`

async function read(sheets: Record<string, Cells | string>) {
  const names = Object.keys(sheets)
  const path = join(dir, 'workbook')
  const files = Object.values(sheets).map((sheet, at) => [
    `xl/worksheets/sheet${at + 1}.xml`,
    text(typeof sheet === 'string' ? sheet : sheetOf(sheet)),
  ])
  writeFileSync(
    path,
    zipSync({
      'xl/workbook.xml': text(
        `<workbook><sheets>${names.map((name, at) => `<sheet name="${name}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': text(
        `<Relationships>${names.map((_name, at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
      ),
      ...Object.fromEntries(files),
    }),
  )
  const found = await readPackage(path)
  if (typeof found === 'string') return found
  return {
    pages: found.pages.map(({ title, elements }) => [title, ...elements.map(({ type }) => type)]),
    reported: found.report
      .filter(({ outcome }) => outcome !== 'converted')
      .map(({ name, reason, count }) => [name, reason, count].filter((each) => each !== undefined)),
  }
}

const head = ['Question', 'Correct Answer', 'Incorrect Answer 1']
const questions = (...asked: string[]) => [head, ...asked.map((each) => [each, 'ja', 'nein'])]
const cards = [
  ['dog', 'Hund'],
  ['cat', 'Katze'],
]

test('every sheet with questions is a page of its name; any other that holds something is named', async () => {
  const found = await read({
    Anleitung: [['So geht es'], ['Bitte ausfüllen']],
    'Klasse 5': questions('Eins?', 'Zwei?'),
    Listen: cards,
    Tabelle3: [],
    'Klasse 6': questions('Drei?'),
  })
  expect(found).toEqual({
    pages: [
      ['Klasse 5', 'choice', 'choice'],
      ['Klasse 6', 'choice'],
    ],
    reported: [
      ['Anleitung', 'sheet'],
      ['Listen', 'sheet'],
    ],
  })
})

test('sheets of cards are cards, where no sheet has questions; a sheet alone gives its page no name', async () => {
  expect(await read({ 'Unit 1': cards, 'Unit 2': cards, Tabelle3: [['allein']] })).toEqual({
    pages: [
      ['Unit 1', 'flashcards'],
      ['Unit 2', 'flashcards'],
    ],
    reported: [['Tabelle3', 'sheet']],
  })
  expect(await read({ 'Klasse 5': questions('Eins?'), Tabelle2: [] })).toEqual({
    pages: [['', 'choice']],
    reported: [],
  })
  expect(await read({ Feuil1: [['rien']], Feuil2: [['du tout']] })).toBe('unknown_format')
})

test('a further sheet that is too long is named, a broken one breaks the file, as a document type does', async () => {
  // Numbered, for what is packed a thousandfold is refused as a whole.
  const rows = Array.from({ length: 210_000 }, (_each, at) => `<row r="${at}"/>`)
  const long = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
  expect(await read({ Quiz: questions('Eins?'), Daten: long })).toEqual({
    pages: [['Quiz', 'choice']],
    reported: [['Daten', 'too_many']],
  })
  expect(await read({ Quiz: questions('Eins?'), Daten: '<worksheet>' })).toBe('broken_package')
  expect(await read({ Quiz: questions('Eins?'), Daten: '<!DOCTYPE x SYSTEM "y"><worksheet/>' })).toBe(
    'has_doctype',
  )
  const many = Object.fromEntries(Array.from({ length: 52 }, (_each, at) => [`S${at}`, questions('Eins?')]))
  expect(await read(many)).toMatchObject({
    reported: [
      ['S50', 'too_many'],
      ['S51', 'too_many'],
    ],
  })
})
