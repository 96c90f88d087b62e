import { describe, expect, test } from 'vitest'
import { importH5p } from '../h5p/import-h5p.ts'
import { importQti } from '../qti/import-qti.ts'
import { countOf, type ImportRefusal } from './import-report.ts'
import type { Imported } from './imported.ts'
import { importAiken, importCsv, importGift, importMoodle } from './imports.ts'

/** A list in which every third entry is unreadable. */
const found = 3000
const list = (whole: (at: number) => string, broken: (at: number) => string) =>
  Array.from({ length: found }, (_, at) => (at % 3 === 2 ? broken(at) : whole(at)))

const answers = '<answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer>'
const moodle = (type: string, at: number) =>
  `<question type="${type}"><name><text>F${at}</text></name><questiontext><text>F ${at}?</text></questiontext>${answers}</question>`
const choice = (at: number) => ({
  library: 'H5P.MultiChoice 1.16',
  params: {
    question: `F ${at}?`,
    answers: [
      { text: 'a', correct: true },
      { text: 'b', correct: false },
    ],
  },
})
const item = (at: number) =>
  `<assessmentItem identifier="i${at}" title="F ${at}"><responseDeclaration identifier="R" cardinality="single" baseType="string"/><itemBody><extendedTextInteraction responseIdentifier="R"><prompt>F?</prompt></extendedTextInteraction></itemBody></assessmentItem>`

const files: Readonly<Record<string, () => Imported | ImportRefusal>> = {
  GIFT: () =>
    importGift(
      list(
        (at) => `F ${at}? {=ja}`,
        (at) => `G ${at} {=a ~b`,
      ).join('\n\n'),
      'x',
    ),
  Aiken: () =>
    importAiken(
      list(
        (at) => `F ${at}?\nA. a\nB. b\nANSWER: A\n`,
        (at) => `F ${at}?\nA. a\nB. b\nANSWER: D\n`,
      ).join('\n'),
      'x',
    ),
  Moodle: () =>
    importMoodle(
      `<quiz>${list(
        (at) => moodle('multichoice', at),
        (at) => moodle('coderunner', at),
      ).join('')}</quiz>`,
      'x',
    ),
  H5P: () =>
    importH5p({
      library: 'H5P.QuestionSet 1.20',
      title: 'x',
      content: {
        questions: Array.from({ length: found }, (_, at) =>
          at % 3 === 2 ? { library: 'H5P.NobodyKnows 1.0', params: {} } : choice(at),
        ),
      },
    }),
  QTI: () =>
    importQti(
      list(item, () => '<nothing').map((text, at) => ({ name: `${at}.xml`, text })),
      'x',
    ),
  CSV: () =>
    importCsv(
      [
        'type,prompt,content',
        ...list(
          (at) => `essay,F ${at}?,`,
          (at) => `none,F ${at}?,`,
        ),
      ].join('\n'),
      'x',
    ),
}

describe('of a file with more than a unit holds the report accounts for every thing', () => {
  test.each(Object.entries(files))('%s', (_format, read) => {
    const imported = read()
    if (typeof imported === 'string') throw new Error(imported)
    const { pages, report } = imported
    const taken = countOf(report, 'converted') + countOf(report, 'simplified')
    expect(taken).toBe(pages.flatMap(({ elements }) => elements).length)
    expect(taken).toBe(400)
    expect(taken + countOf(report, 'skipped')).toBe(found)
    expect(report.length).toBeLessThan(1000)
  })

  test('rows of a table that are not even read are counted', () => {
    const rows = ['type,prompt,content', ...Array.from({ length: 12_000 }, (_, at) => `essay,F ${at}?,`)]
    const imported = importCsv(rows.join('\n'), 'x')
    if (typeof imported === 'string') throw new Error(imported)
    expect([countOf(imported.report, 'converted'), countOf(imported.report, 'skipped')]).toEqual([
      400, 11_600,
    ])
  })
})
