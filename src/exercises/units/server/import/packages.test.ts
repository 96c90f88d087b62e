import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import type { Imported } from '#exercises/formats/incoming/imported.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { samples, withSamples } from '../../../../../tests/support/samples.ts'
import { readPackage } from './packages.ts'
import { readFile } from './read-file.ts'

/** What each package holds, as its editor would count it. */
const oracles: Readonly<Record<string, readonly string[]>> = {
  Blanks: ['gap_text:3'],
  DragText: ['gap_drag:3'],
  MarkTheWords: ['mark_words:7'],
  MultiChoice: ['choice:1'],
  SingleChoiceSet: ['choice:1', 'choice:1', 'choice:1'],
  Summary: ['choice:1', 'choice:1'],
  TrueFalse: ['true_false:1'],
  Flashcards: ['flashcards:5'],
  Dialogcards: ['flashcards:0'],
  MemoryGame: ['memory:1'],
  FindTheWords: ['word_search:12'],
  ImageSequencing: ['order:8'],
  ImageHotspotQuestion: ['hotspot:1'],
  DragQuestion: ['label_image:1'],
  Essay: ['essay:6'],
  Timeline: ['timeline:0'],
  Accordion: ['accordion:0'],
}

const dir = mkdtempSync(join(tmpdir(), 'packages-'))
afterAll(() => rmSync(dir, { recursive: true }))

async function readBytes(bytes: Uint8Array) {
  const path = join(dir, 'a package')
  writeFileSync(path, bytes)
  return await readPackage(path)
}

async function read(path: string): Promise<Imported> {
  const found = await readPackage(path)
  if (typeof found === 'string') throw new Error(found)
  return found
}

/** Without the pictures that stand before a task. */
const tasksOf = (pages: Imported['pages']) =>
  pages.flatMap(({ elements }) => elements).filter(({ type }) => type !== 'media')

/** How many pictures each package has for its tasks, and how many of its lines are not as they were. */
const pictures: Readonly<Record<string, readonly [number, number]>> = {
  Blanks: [1, 0],
  MultiChoice: [1, 0],
  TrueFalse: [1, 0],
  MemoryGame: [4, 0],
  Flashcards: [5, 0],
  Dialogcards: [10, 0],
  ImageSequencing: [8, 0],
  ImageHotspotQuestion: [1, 1],
  DragQuestion: [1, 0],
}

withSamples('h5p', () => {
  test.for(Object.entries(pictures))('H5P.%s brings its pictures', async ([name, [count, simplified]]) => {
    const { pages, files, report } = await read(join(samples('h5p'), `H5P.${name}.h5p`))
    expect(files).toHaveLength(count)
    const text = JSON.stringify(pages)
    expect(files.filter(({ key }) => !text.includes(key))).toEqual([])
    expect(report.filter(({ outcome }) => outcome !== 'converted')).toHaveLength(simplified)
  })

  test('what holds others has a line of the report for each of them', async () => {
    const set = await read(join(samples('h5p'), 'H5P.QuestionSet.h5p'))
    expect([set.report.length, set.passPercent]).toEqual([9, 50])
    // Three slides with 10 and 16 things and a video, which lies elsewhere and asks 20.
    const course = await read(join(samples('h5p'), 'H5P.CoursePresentation.h5p'))
    expect(course.report.length).toBeGreaterThanOrEqual(10 + 16 + 1 + 20)
    expect(course.report).toContainEqual(expect.objectContaining({ outcome: 'skipped', reason: 'media' }))
  })

  test.for(Object.entries(oracles))('H5P.%s', async ([name, expected]) => {
    const { pages, report } = await read(join(samples('h5p'), `H5P.${name}.h5p`))
    const elements = tasksOf(pages)
    expect(report.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
    expect(elements.map(({ type, points }) => `${type}:${points}`)).toEqual(expected)
  })

  test('keys are those of the packages', async () => {
    const data = async (name: string) =>
      tasksOf((await read(join(samples('h5p'), `H5P.${name}.h5p`))).pages)[0]?.data
    expect(await data('Blanks')).toMatchObject({
      gaps: {
        g1: { answers: [{ text: 'blue' }] },
        g2: { answers: [{ text: 'Cloud' }] },
        g3: { answers: [{ text: 'black' }] },
      },
    })
    expect(await data('MultiChoice')).toMatchObject({
      options: [{ weight: 1 }, { weight: 0 }, { weight: 0 }],
    })
    expect(await data('TrueFalse')).toMatchObject({ statements: [{ answer: true }] })
    expect(await data('ImageHotspotQuestion')).toMatchObject({
      areas: [{ isRight: false }, { isRight: false }, { isRight: false }, { isRight: true }],
    })
    expect(await data('DragQuestion')).toMatchObject({
      items: [{}, { id: 'ib' }, {}],
      zones: [{ accepts: ['ib'] }],
    })
  })
})

withSamples('h5p-malformed', () => {
  test('every odd package is refused or told about, and none of its code is read', async () => {
    const results = await Promise.all(
      readdirSync(samples('h5p-malformed')).map(
        async (name) => [name, await readFile({ name, path: join(samples('h5p-malformed'), name) })] as const,
      ),
    )
    const refused = Object.fromEntries(results.filter(([, found]) => typeof found === 'string'))
    expect(results).toHaveLength(18)
    expect(refused).toEqual({
      'broken-content-json.h5p': 'broken_package',
      'broken-h5p-json.h5p': 'broken_package',
      'corrupt_archive.h5p': 'not_a_package',
      'h5p-with-virus.h5p': 'has_virus',
      'invalid-h5p-json-schema.h5p': 'no_content',
    })
    const card = ['Hello world!: simplified views']
    const reported = Object.fromEntries(
      results.flatMap(([name, found]) =>
        typeof found === 'string'
          ? []
          : [
              [
                name,
                found.report.map(({ name: of, outcome, reason, others = [] }) =>
                  [`${of}:`, outcome, reason, ...others].filter(Boolean).join(' '),
                ),
              ],
            ],
      ),
    )
    expect(reported).toEqual({
      // What is odd in these is their libraries, which are code and not read.
      '2-invalid-libraries.h5p': card,
      'invalid-core-version.h5p': card,
      'invalid-language-file-json.h5p': card,
      'invalid-library-directory-name.h5p': card,
      'invalid-library-json.h5p': card,
      'malformed-library-directory.h5p': card,
      'missing-preloaded-js.h5p': card,
      // And these are only unusual: a library nothing here is like, or a long name.
      'greetingcard1.h5p': card,
      'long_content_file_name.h5p': card,
      'valid2.h5p': card,
      'valid3-3-images.h5p': [
        'l1 earth1 (original upload): simplified views',
        'l2 earth1 copy (copy/pasted): simplified views',
        'l3 earth2 (not copy/pasted): simplified views',
      ],
      // Gaps without a text.
      'xss-svg.h5p': ['123: simplified incomplete'],
      'interactive-content-2260.h5p': [
        'Twix Werbung 2012: simplified outside',
        'Unbenannt: Text: converted',
        'Vervollständige den Gozintograph: converted',
        'Vervollständige die Prozessmatrix R vom rechten Twix: converted',
        'Vervollständige die Prozessmatrix L vom linken Twix: converted',
        'Begründung: simplified passing helping_words',
        'Ausgangsstoffe bestimmen: converted',
        'Endprodukte bestimmen: converted',
        'Unbenannt: Guess the Answer: converted',
      ],
    })
    for (const [name, found] of results) expect(JSON.stringify(found), name).not.toMatch(/<script|onload=/)
  })
})

withSamples('h5p-malformed', () => {
  const open = async (name: string) => {
    const { pages, files, report } = await read(join(samples('h5p-malformed'), `${name}.h5p`))
    return { elements: pages.flatMap(({ elements }) => elements), files, report }
  }

  test.each(['valid2', 'greetingcard1', 'long_content_file_name'])(
    '%s brings its picture and its words',
    async (name) => {
      const { elements, files, report } = await open(name)
      expect(files).toHaveLength(1)
      expect(elements).toMatchObject([
        // Nobody said what is to be seen: it is asked for before it is published.
        { type: 'media', data: { picture: { asset: files[0]?.key, alt: '' } } },
        { type: 'info', data: { html: '<p>Hello world!</p>' } },
      ])
      expect(report).toMatchObject([{ name: 'Hello world!', outcome: 'simplified', reason: 'views' }])
      expect(typeOf('media')?.gaps?.(elements[0]?.data)).toEqual(['alt'])
    },
  )

  test('valid3-3-images brings what it shows one after the other', async () => {
    const { elements, files, report } = await open('valid3-3-images')
    expect(files).toHaveLength(2)
    expect(elements.map(({ type }) => type)).toEqual(['media', 'info', 'media', 'info', 'media', 'info'])
    const alts = elements.flatMap(({ data }) => (data as { picture?: { alt: string } }).picture?.alt ?? [])
    expect(alts).toEqual(['earth1', 'earth1 copy', 'earth2'])
    const texts = elements.flatMap(({ data }) => (data as { html?: string }).html ?? [])
    expect(texts).toEqual([
      '<p>l1</p><p>earth1 (original upload)</p>',
      '<p>l2</p><p>earth1 copy (copy/pasted)</p>',
      '<p>l3</p><p>earth2 (not copy/pasted)</p>',
    ])
    expect(report).toHaveLength(3)
  })

  test('xss-svg brings its words and its drawing, which is made a picture of', async () => {
    const { elements, files, report } = await open('xss-svg')
    expect(elements).toMatchObject([
      {
        ...{ type: 'info', data: { html: 'Trage die fehlenden Wörter ein!' } },
        media: { kind: 'picture', alt: '123' },
      },
    ])
    expect(files).toMatchObject([{ name: 'images/xss.svg', kind: 'picture', source: { license: 'unknown' } }])
    expect(report).toMatchObject([{ outcome: 'simplified', reason: 'incomplete' }])
  })
})

withSamples('qti-instructure-mit', () => {
  test('a package of QTI brings its items in the order of its test, with what it says before them', async () => {
    const found = await read(join(samples('qti-instructure-mit'), 'spec/fixtures/test_qti_2.2.zip'))
    const types = found.pages.flatMap((page) => page.elements.map(({ type }) => type))
    expect(types.slice(0, 1)).toEqual(['info'])
    expect(types.slice(1)).toEqual(['choice', 'choice', 'poll', 'choice', 'choice', 'essay'])
    expect(found.pages[0]?.title).toBe('Section 1')
    expect(found.pages[0]?.elements[0]?.data).toMatchObject({
      html: expect.stringContaining('Four examples'),
    })
  })
})

test('a workbook is read by its values; what grows without end is refused', async () => {
  const text = (value: string) => new TextEncoder().encode(value)
  const cell = (place: string, value: number) => `<c r="${place}" t="s"><v>${value}</v></c>`
  const workbook = (rows: string, strings: string) =>
    zipSync({
      'xl/workbook.xml': text('<workbook/>'),
      'xl/sharedStrings.xml': text(`<sst>${strings}</sst>`),
      'xl/worksheets/sheet1.xml': text(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    })
  const names = ['Question', 'Correct Answer', 'Incorrect Answer 1', 'Wie viel ist 2 · 4?', '8', '6']
  const strings = names.map((name) => `<si><r><t>${name}</t></r></si>`).join('')
  const rows = [0, 3].map(
    (from, at) =>
      `<row>${['A', 'B', 'D'].map((letter, place) => cell(`${letter}${at + 1}`, from + place)).join('')}</row>`,
  )
  const found = (await readBytes(workbook(rows.join(''), strings))) as Imported
  expect(found.pages[0]?.elements.map(({ type, prompt }) => [type, prompt])).toEqual([
    ['choice', '<p>Wie viel ist 2 · 4?</p>'],
  ])
  expect(await readBytes(workbook('<row/>'.repeat(300_000), strings))).toBe('too_large')
  expect(await readBytes(workbook('<row>', strings))).toBe('broken_package')
})

test('the first sheet is the one that stands first in its book, whatever writes every name with a prefix', async () => {
  const text = (value: string) => new TextEncoder().encode(value)
  const row = (cells: string[]) =>
    `<x:row>${cells.map((cell) => `<x:c t="inlineStr"><x:is><x:t>${cell}</x:t></x:is></x:c>`).join('')}</x:row>`
  const sheet = (...rows: string[][]) =>
    text(`<x:worksheet xmlns:x="a"><x:sheetData>${rows.map(row).join('')}</x:sheetData></x:worksheet>`)
  const found = (await readBytes(
    zipSync({
      'xl/workbook.xml': text(
        '<x:workbook xmlns:x="a" xmlns:r="b"><x:sheets><x:sheet name="Fragen" r:id="rId7"/><x:sheet name="Hilfe" r:id="rId1"/></x:sheets></x:workbook>',
      ),
      'xl/_rels/workbook.xml.rels': text(
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId7" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': sheet(['So geht es']),
      'xl/worksheets/sheet2.xml': sheet(
        ['Question', 'Correct Answer', 'Incorrect Answer 1'],
        ['Wo?', 'hier', 'dort'],
      ),
    }),
  )) as Imported
  expect(found.pages[0]?.elements.map(({ prompt }) => prompt)).toEqual(['<p>Wo?</p>'])
})

test('a package whose folder was packed is the package', async () => {
  const json = (value: object) => new TextEncoder().encode(JSON.stringify(value))
  const found = (await readBytes(
    zipSync({
      'Berge/h5p.json': json({ mainLibrary: 'H5P.TrueFalse', title: 'Berge' }),
      'Berge/content/content.json': json({
        question: '<p>Der Brocken ist ein Berg.</p>',
        correct: 'true',
        media: {
          type: { library: 'H5P.Image 1.1', params: { file: { path: 'images/a.png' }, alt: 'Ein Berg' } },
        },
      }),
      'Berge/content/images/a.png': json([1]),
      '__MACOSX/Berge/._h5p.json': json([]),
    }),
  )) as Imported
  expect(found.pages[0]?.elements.map(({ type, media }) => [type, media?.alt])).toEqual([
    ['true_false', 'Ein Berg'],
  ])
})
