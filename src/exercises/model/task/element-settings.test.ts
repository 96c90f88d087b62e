import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { h5pFiles } from '#exercises/formats/h5p/export-h5p.ts'
import { importH5p } from '#exercises/formats/h5p/import-h5p.ts'
import type { Imported } from '#exercises/formats/incoming/imported.ts'
import { importCsv, importGift, importMoodle } from '#exercises/formats/incoming/imports.ts'
import { exportUnit } from '#exercises/formats/outgoing/exports.ts'
import { qtiFiles } from '#exercises/formats/qti/export-qti.ts'
import { qti22Files } from '#exercises/formats/qti/export-qti22.ts'
import { importQti } from '#exercises/formats/qti/import-qti.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { allBands, bandAt, type Comments, commentsOfBands, commentTo } from '../comments.ts'
import { contentSchema, elementSchema, publicView } from '../unit.ts'
import { emptySettings, quizWorths, readSettings, writeSettings } from './typed-settings.ts'
import { typeOf } from './types.ts'

const old = {
  ...{ id: 'e1', type: 'short_text', prompt: '<p>2 + 2?</p>', points: 1, right: 'Ja', wrong: 'Nein' },
  data: { answers: [{ pattern: '4', fraction: 1 }], caseSensitive: false, acceptTypos: false },
}
const words = fc.stringMatching(/^[a-zäöüß|*\\,<&"]{1,12}( [a-zäöüß]{1,8})?$/)
const share = fc.integer({ min: 0, max: 100 })
const band = fc
  .tuple(share, share, words)
  .map(([a, b, text]) => ({ from: Math.min(a, b), to: Math.max(a, b), text }))
const text = fc.oneof(fc.constant(''), words)
const comments: fc.Arbitrary<Comments> = fc.record({
  right: text,
  partial: text,
  wrong: text,
  bands: fc.array(band, { maxLength: interactiveLimits.bands }),
})
const settings = fc.record({
  partial: text,
  bands: fc.array(band, { maxLength: interactiveLimits.bands }),
  hints: fc.array(words, { maxLength: interactiveLimits.hints }),
  timeLimit: fc.integer({ min: 0, max: interactiveLimits.taskSeconds }),
  isRequired: fc.boolean(),
  quizPoints: fc.constantFrom(...quizWorths),
  tags: fc.uniqueArray(fc.stringMatching(/^[a-zäöüß0-9]{1,20}( [a-z]{1,18})?$/), {
    maxLength: interactiveLimits.tags,
  }),
})

describe('settings of a task', () => {
  test('a task from before there were any has the usual ones, and its hint is the first', () => {
    expect(elementSchema.parse({ ...old, hint: 'Zähl nach' })).toMatchObject({
      ...readSettings(emptySettings),
      hints: ['Zähl nach'],
    })
    const unit = contentSchema.parse({ title: 'x', pages: [{ id: 'p1', elements: [{ ...old, hint: '' }] }] })
    expect(unit.pages[0]?.elements[0]).not.toHaveProperty('hint')
    expect(unit.pages[0]?.elements[0]?.hints).toEqual([])
    // Whoever saved it since has them all.
    expect(elementSchema.parse({ ...old, hint: 'alt', hints: ['neu'] }).hints).toEqual(['neu'])
  })

  test.each([
    [{ bands: [{ from: 60, to: 40, text: 'x' }] }],
    [{ bands: [{ from: 0, to: 101, text: 'x' }] }],
    [{ bands: [{ from: 0, to: 50, text: ' ' }] }],
    [{ timeLimit: 3601 }],
    [{ timeLimit: -1 }],
    [{ tags: Array.from({ length: 11 }, (_, at) => `t${at}`) }],
    [{ tags: ['x'.repeat(41)] }],
    [{ hints: [''] }],
    [{ quizPoints: 'triple' }],
    [{ quizPoints: 2000 }],
  ])('%j is refused', (wrong) => {
    expect(elementSchema.safeParse({ ...old, ...wrong }).success).toBe(false)
  })

  test('tags are without the signs formats part them with, each once', () => {
    const { tags } = elementSchema.parse({ ...old, tags: [' Brüche  kürzen', 'a,b]', 'Brüche kürzen', ' '] })
    expect(tags).toEqual(['Brüche kürzen', 'a b'])
  })

  test('what is typed is what is stored', () => {
    fc.assert(
      fc.property(settings, (some) => {
        const stored = elementSchema.parse({ ...old, ...some })
        const typed = elementSchema.parse({ ...old, ...readSettings(writeSettings(stored)) })
        expect(typed).toEqual(stored)
      }),
    )
    expect(readSettings(emptySettings).quizPoints).toBe('normal')
    expect(readSettings({ bands: '| 49 | Noch einmal\n50 || Gut', isRequired: 'on' })).toMatchObject({
      bands: [
        { from: 0, to: 49, text: 'Noch einmal' },
        { from: 50, to: 100, text: 'Gut' },
      ],
      isRequired: true,
    })
  })

  test('pupils see hints, time and that it is required, and nothing of what is said to answers', () => {
    const stored = elementSchema.parse({
      ...old,
      ...{ hints: ['a', 'b'], timeLimit: 30, isRequired: true, tags: ['geheim'] },
      quizPoints: 'none',
      ...{ bands: [{ from: 0, to: 100, text: 'verraten' }], partial: 'verraten' },
    })
    const shown = publicView(stored, 'x')
    expect(shown).toMatchObject({ hints: ['a', 'b'], timeLimit: 30, isRequired: true, quizPoints: 'none' })
    expect(JSON.stringify(shown)).not.toMatch(/geheim|verraten/)
  })
})

describe('what is said to an answer', () => {
  const both = [
    { from: 0, to: 50, text: 'unten' },
    { from: 50, to: 100, text: 'oben' },
  ]

  test.each([
    [0, 'unten'],
    [0.5, 'unten'],
    [0.509, 'unten'],
    [0.51, 'oben'],
    [1, 'oben'],
  ])('a share of %d, where bands overlap the first counts', (scaled, said) => {
    expect(bandAt(both, scaled)?.text).toBe(said)
  })

  test('only all of it is 100 percent, and 29 percent are no 28', () => {
    const bands = [
      { from: 100, to: 100, text: 'alles' },
      { from: 29, to: 29, text: '29' },
    ]
    expect(bandAt(bands, 0.999)).toBeUndefined()
    expect(bandAt(bands, 1)?.text).toBe('alles')
    expect(bandAt(bands, 0.29)?.text).toBe('29')
  })

  test('without a band: right, in part, wrong; nothing to what nobody scores', () => {
    const said = { right: 'r', partial: 'p', wrong: 'w', bands: [] }
    expect([1, 0.4, 0, null].map((scaled) => commentTo(said, scaled))).toEqual(['r', 'p', 'w', ''])
    expect(commentTo({ ...said, partial: '' }, 0.4)).toBe('w')
  })

  test('for every percentage a band that holds it is found, or there is none', () => {
    fc.assert(
      fc.property(fc.array(band), share, (bands, percent) => {
        const found = bandAt(bands, percent / 100)
        const fitting = bands.filter(({ from, to }) => from <= percent && percent <= to)
        expect(found).toBe(fitting[0])
      }),
    )
  })

  test('as bands alone the same is said to every share, and back again', () => {
    fc.assert(
      fc.property(comments, share, (some, percent) => {
        const alone = { right: '', partial: '', wrong: '', bands: allBands(some) }
        expect(commentTo(alone, percent / 100)).toBe(commentTo(some, percent / 100))
        expect(commentTo(commentsOfBands(allBands(some)), percent / 100)).toBe(commentTo(some, percent / 100))
      }),
    )
  })
})

describe('round trips', () => {
  const written = {
    ...{ right: 'Gut & richtig', partial: 'Fast <ganz>', wrong: 'Schade' },
    ...{ hints: ['Denk nach', 'Zähl | mit'], tags: ['Klasse 5', 'Brüche'] },
    ...{ timeLimit: 45, isRequired: true, quizPoints: 'double' as const },
    ...{ bands: [{ from: 50, to: 80, text: 'Mehr als halb' }] },
  }
  const rows: [string, Record<string, string>][] = [
    ['choice', { options: '* a\n* b\nc\nd', isMulti: 'on', policy: 'net' }],
    ['choice', { options: '* a\nb' }],
    ['short_text', { answers: 'Nil' }],
    ['numeric', { numbers: '4', show: 'input' }],
    ['match', { pairs: 'Italien | Rom\nPeru | Lima' }],
    ['order', { ordered: 'eins\nzwei\ndrei', scoring: 'position' }],
    ['gap_text', { gapText: 'Der *Hund* und die *Katze* schlafen.' }],
    ['gap_drag', { gapText: 'Der *Hund* und die *Katze* schlafen.', distractors: 'Maus' }],
    ['gap_select', { selectText: 'Sie *geht/gehen* heim.' }],
    ['mark_words', { markedText: 'Der *Hund* und die *Katze* schlafen.' }],
    ['essay', { keywords: '', sample: 'so', min: '0', max: '900' }],
  ]
  const unit = (change: Partial<typeof written> = {}) => {
    const elements = rows.map(([type, fields], at) => {
      const data = typeOf(type)?.fromTyped(fields)
      return { id: `e${at}`, type, prompt: `<p>Frage ${at}?</p>`, points: 2, data, ...written, ...change }
    })
    return contentSchema.parse({ title: 'x', pages: [{ id: 'p1', elements }] })
  }
  const back = (imported: unknown) => (imported as Imported).pages.flatMap((page) => page.elements)
  const plain = ({ bands: _bands, ...others }: typeof written) => others

  test('our own table has everything', () => {
    const found = back(importCsv(exportUnit(unit(), 'csv').text, 'x'))
    expect(found).toMatchObject(found.map(() => written))
    expect(found.length).toBe(rows.length)
  })

  test('a table with the eight columns of before is read as ever', () => {
    const [element] = back(
      importCsv('type,prompt,content,options,points,right,wrong,hint\nshort_text,2?,4,,1,Ja,Nein,Zähl', 'x'),
    )
    expect(element).toMatchObject({ ...readSettings(emptySettings), right: 'Ja', hints: ['Zähl'] })
  })

  test('Moodle: comments, hints and tags; GIFT: tags', () => {
    const { hints, tags, right, partial, wrong } = plain(written)
    const moodle = back(importMoodle(exportUnit(unit({ bands: [] }), 'moodle').text, 'x'))
    const scored = moodle.filter(({ type }) => type !== 'info')
    expect(scored).toMatchObject(scored.map(() => ({ hints, tags, right, partial, wrong, bands: [] })))
    const gift = back(importGift(exportUnit(unit(), 'gift').text, 'x'))
    expect(gift).toMatchObject(gift.map(() => ({ tags })))
    expect(gift.length).toBeGreaterThan(3)
  })

  test('H5P says the same to every share', () => {
    const { files } = h5pFiles(unit(), 'de')
    const { language: _language, mainLibrary, title } = JSON.parse(files['h5p.json'] ?? '')
    const content = JSON.parse(files['content/content.json'] ?? '')
    const found = back(importH5p({ library: mainLibrary, title, content }))
    const comments = {
      right: written.right,
      partial: written.partial,
      wrong: written.wrong,
      bands: written.bands,
    }
    const telling = ['choice', 'gap_text', 'gap_drag', 'mark_words', 'order', 'essay']
    const scored = found.filter(({ type }) => telling.includes(type))
    expect(scored).toMatchObject(scored.map(() => comments))
    expect(scored.length).toBeGreaterThan(4)
  })

  test.each([
    ['3.0', qtiFiles],
    ['2.2', qti22Files],
  ])('QTI %s says the same, with rules of its own that mean the same score', (_version, write) => {
    const { files } = write(unit(), () => undefined)
    const items = Object.entries(files)
      .filter(([name]) => name.startsWith('items/'))
      .map(([name, source]) => ({ name, text: source }))
    const imported = importQti(items, 'x') as Imported
    const { right, partial, wrong, bands } = written
    const telling = items.filter(({ text: source }) => /modal-?feedback/i.test(source))
    const found = back(imported).filter((element) => element.right !== '')
    expect(found).toMatchObject(telling.map(() => ({ right, partial, wrong, bands })))
    expect(found.length).toBeGreaterThan(4)
    expect(imported.report.filter((line) => 'reason' in line && line.reason === 'feedback')).toEqual([])
  })
})
