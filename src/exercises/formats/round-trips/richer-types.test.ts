import { describe, expect, test } from 'vitest'
import { levelsOf } from '#exercises/model/task/levels.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Answers } from '#exercises/model/task/widget.ts'
import { contentSchema, publicView, scoreAnswers, scoreSent } from '#exercises/model/unit.ts'
import { hideWords, letterSquare } from '#platform/rules/words/word-grid.ts'
import { element as taskOf } from '../../../../tests/support/typed-elements.ts'
import { h5pFiles } from '../h5p/export-h5p.ts'
import { importH5p } from '../h5p/import-h5p.ts'
import { importMoodle } from '../incoming/imports.ts'
import { exportUnit } from '../outgoing/exports.ts'
import { qtiFiles } from '../qti/export-qti.ts'
import { importQti } from '../qti/import-qti.ts'

/** A task as its editor would make it of what is typed. */
function typed(type: string, fields: Record<string, string>) {
  const row = typeOf(type)
  return taskOf(type, row?.schema.parse(row.fromTyped(fields)))
}
const scaled = (task: ReturnType<typeof typed>, answers: Answers) => scoreAnswers(task, answers).scaled
const contentOf = (task: ReturnType<typeof typed>) =>
  contentSchema.parse({ title: 'x', pages: [{ id: 'p', title: '', elements: [task] }] })

function only(found: ReturnType<typeof importMoodle>) {
  if (typeof found === 'string') throw new Error(found)
  return { element: found.pages[0]?.elements[0], report: found.report }
}

describe('what units from before hold', () => {
  const old: [string, object, object][] = [
    [
      'short_text',
      { answers: [{ pattern: 'Nil', fraction: 1, feedback: '' }], caseSensitive: false, acceptTypos: false },
      { patterns: [] },
    ],
    [
      'numeric',
      {
        answers: [{ min: 1, max: 2, fraction: 1, feedback: '' }],
        ...{ unit: 'm', show: 'input', slider: { min: 0, max: 9, step: 1 } },
      },
      { units: [] },
    ],
    [
      'word_search',
      { words: [{ word: 'Biene', clue: '' }], size: 8, seed: 's', showsWords: true },
      { dirs: ['right', 'down', 'diagonal'] },
    ],
    [
      'essay',
      { min: 0, max: 9, keywords: [{ any: ['a'], points: 2 }], sample: '' },
      { keywords: [{ any: ['a'], points: 2, occurrences: 1 }], rubric: [] },
    ],
    [
      'label_image',
      {
        picture: { asset: '', alt: '' },
        zones: [{ id: 'a', box: { x: 1, y: 1, width: 1, height: 1 }, accepts: ['i'] }],
        ...{ items: [{ id: 'i', text: 'x' }], hasPenalty: false },
      },
      { isSingle: false },
    ],
  ]
  test.each(old)('%s is read as it was', (type, data, added) => {
    expect(typeOf(type)?.schema.parse(data)).toMatchObject({ ...data, ...added })
  })

  test('a square nobody chose ways for is the one it was', () => {
    const words = ['BIENE', 'HONIG', 'WABE']
    expect(hideWords(words, 8, 'seed')).toEqual(hideWords(words, 8, 'seed', ['diagonal', 'down', 'right']))
  })
})

describe('answers that are patterns', () => {
  const task = typed('short_text', {
    answers: 'Nil',
    patterns: '/(der |dem )?nil/\n/.*fluss.*/ | 50 % | Welcher?\n/km\\/h|a\\|b/',
  })

  test('are read with their bars and slashes, and count by what fits best', () => {
    const { data } = task as { data: { patterns: object[] } }
    expect(data.patterns).toMatchObject([
      { pattern: '(der |dem )?nil', fraction: 1 },
      { pattern: '.*fluss.*', fraction: 0.5, feedback: 'Welcher?' },
      { pattern: 'km/h|a\\|b' },
    ])
    const said = ['nil', ' Der  Nil ', 'ein Fluss', 'km/h', 'a|b', 'der nil!', '']
    expect(said.map((text) => scaled(task, { text: [text] }))).toEqual([1, 1, 0.5, 1, 1, 0, 0])
  })

  test('say nothing of themselves to pupils', () => {
    expect(JSON.stringify(publicView(task, 's'))).not.toMatch(/fluss|Welcher/)
  })

  test('that could hang a server make no task', () => {
    for (const patterns of ['(a)\\1', '(?=x)y', '(((a{200}){200}){200})'])
      expect(() => typed('short_text', { answers: 'a', patterns })).toThrow()
  })

  test('come from Moodle and go there; what is not safe is left out and said', () => {
    const answer = (text: string, fraction: number) =>
      `<answer fraction="${fraction}" format="moodle_auto_format"><text><![CDATA[${text}]]></text><feedback format="html"><text></text></feedback></answer>`
    const source = (...answers: string[]) =>
      `<quiz><question type="regexp"><name><text>Fluss</text></name><questiontext format="html"><text>Welcher?</text></questiontext><usecase>0</usecase>${answers.join('')}</question></quiz>`
    const { element, report } = only(
      importMoodle(source(answer('Nil', 100), answer('(der )?n[iy]l', 80), answer('(x)\\1', 50)), 'x'),
    )
    expect(report).toMatchObject([{ outcome: 'simplified', reason: 'scoring' }])
    expect(element).toMatchObject({
      type: 'short_text',
      data: { answers: [{ pattern: 'Nil' }], patterns: [{ pattern: '(der )?n[iy]l', fraction: 0.8 }] },
    })
    const back = only(importMoodle(exportUnit(contentOf({ ...task, id: 'e1' }), 'moodle').text, 'x'))
    const again = { ...task, data: back.element?.data }
    for (const text of ['nil', 'der nil', 'am fluss', 'km/h', 'see'])
      expect(scaled(again, { text: [text] })).toBe(scaled(task, { text: [text] }))
  })
})

describe('numbers in several units', () => {
  const task = typed('numeric', { numbers: '2:0.1', unit: 'm', units: 'cm | 0,01\nMm | 1000000\nmm | 0.001' })

  test('count in each of them, and bare', () => {
    const said = ['2', '2 m', '200 cm', '205cm', '2000 mm', '0,000002 Mm', '2 cm', '2 km']
    expect(said.map((number) => scaled(task, { number: [number] }))).toEqual([1, 1, 1, 1, 1, 1, 0, 0])
  })

  test('come from Moodle and go there', () => {
    const { text } = exportUnit(contentOf(task), 'moodle')
    expect(text).toContain('<multiplier>100</multiplier>')
    const { element, report } = only(importMoodle(text, 'x'))
    expect(report).toMatchObject([{ outcome: 'converted' }])
    expect(element?.data).toMatchObject({ unit: 'm', units: [{ name: 'cm', factor: 0.01 }, {}, {}] })
  })
})

describe('ways of hidden words', () => {
  test.each([
    [['right'], [[1, 0]]],
    [
      ['down', 'backwards'],
      [
        [0, 1],
        [0, -1],
      ],
    ],
    [
      ['rising', 'backwards'],
      [
        [1, -1],
        [-1, 1],
      ],
    ],
  ] as const)('%s: no word runs another way, and each stands where it is said to', (dirs, ways) => {
    const words = ['BIENE', 'HONIG', 'WABE', 'STOCK', 'DROHNE', 'KLEE']
    for (const seed of ['a', 'b', 'c', 'd']) {
      const placed = hideWords(words, 12, seed, dirs)
      const rows = letterSquare(words, placed, 12, seed)
      for (const { word, x, y, dx, dy } of placed) {
        expect(ways).toContainEqual([dx, dy])
        const there = [...(words[word] ?? '')].map((_letter, at) => rows[y + dy * at]?.[x + dx * at]).join('')
        expect(there).toBe(words[word])
      }
      expect(placed.length).toBeGreaterThan(3)
    }
  })

  test('stand in the solution with where they end, as no sign says it in every typeface', () => {
    const task = typed('word_search', {
      words: 'BIENE',
      size: '5',
      dirDown: 'on',
      dirBackwards: 'on',
      seed: 'a',
    })
    const [line = ''] = typeOf('word_search')?.solution(task.data) ?? []
    expect(line).toMatch(/^BIENE (\(1, \d\) ↓|\(5, \d\) – \(1, \d\))$/)
  })

  test('are what H5P says, and go there again', () => {
    const task = typed('word_search', {
      words: 'Biene\nHonig',
      showsWords: 'on',
      dirRight: 'on',
      dirBackwards: 'on',
    })
    const { files } = h5pFiles(contentOf(task), 'de')
    const { mainLibrary: library, title } = JSON.parse(files['h5p.json'] ?? '')
    const json = JSON.parse(files['content/content.json'] ?? '')
    const { element, report } = only(importH5p({ library, title, content: json }, () => undefined))
    expect(element?.data).toMatchObject({ dirs: ['right', 'backwards'] })
    const { orientations } = json.content[0].content.params.behaviour
    expect(Object.keys(orientations).filter((name) => orientations[name])).toEqual([
      'horizontal',
      'horizontalBack',
    ])
    expect(report.at(-1)).toMatchObject({ outcome: 'converted' })
    // Words that run backwards alone are nothing here.
    json.content[0].content.params.behaviour.orientations = { horizontalBack: true }
    const other = only(importH5p({ library, title, content: json }, () => undefined))
    expect(other.report.at(-1)).toMatchObject({ outcome: 'simplified', reason: 'settings' })
  })
})

describe('things with several partners', () => {
  const task = typed('match', {
    pairs: 'Fisch | schwimmt | hat Kiemen\nVogel | fliegt\nEnte | schwimmt | fliegt\n | bellt',
  })
  const shown = publicView(task, 's').widgets[0]
  const ids = (row: string, ...texts: string[]) => {
    if (shown?.kind !== 'rows') throw new Error('no rows')
    const found = texts.map((text) => shown.options.find((option) => option.text === text)?.value ?? '')
    return { [shown.rows.find(({ text }) => text === row)?.name ?? '']: found }
  }

  const earned = (answers: Answers) => scoreSent(task, answers).scaled

  test('are ticked; a wrong tick costs what a right one gives, and ticking everything earns nothing', () => {
    expect(shown).toMatchObject({ kind: 'rows', isMulti: true })
    const right = { ...ids('Fisch', 'schwimmt', 'hat Kiemen'), ...ids('Vogel', 'fliegt') }
    expect(earned({ ...right, ...ids('Ente', 'schwimmt', 'fliegt') })).toBe(1)
    expect(earned(right)).toBe(0.6)
    expect(earned({ ...right, ...ids('Ente', 'bellt') })).toBeCloseTo(0.4)
    const all = ['schwimmt', 'hat Kiemen', 'fliegt', 'bellt']
    const every = { ...ids('Fisch', ...all), ...ids('Vogel', ...all), ...ids('Ente', ...all) }
    expect(earned(every)).toBe(0)
  })

  test('come from QTI and go there as what they are; formats that know one partner leave them out', () => {
    const { files, leftOut } = qtiFiles(contentOf(task), () => undefined)
    const text = files['items/e1.xml'] ?? ''
    expect(leftOut).toEqual([])
    expect(text).toContain('map_response')
    const { element } = only(importQti([{ name: 'e1.xml', text }], 'x', () => undefined))
    expect(element?.type).toBe('match')
    expect(typeOf('match')?.typed(element?.data)).toEqual(typeOf('match')?.typed(task.data))
    expect(exportUnit(contentOf(task), 'gift').leftOut).toEqual(['e1'])
    expect(exportUnit(contentOf(task), 'moodle').leftOut).toEqual(['e1'])
  })
})

describe('essays', () => {
  test('count a word as often as it should be there, and no more', () => {
    const task = typed('essay', { keywords: 'Bilbo | 10 | 3\nGandalf | 20', max: '2000' })
    const said = ['Bilbo', 'Bilbo, Bilbo und Bilbo', 'Bilbo Bilbo Bilbo Bilbo und Gandalf', '']
    expect(said.map((text) => scaled(task, { text: [text] }))).toEqual([0.2, 0.6, 1, 0])
  })

  test('wait for their teacher, whose levels are counted by what the task is worth', () => {
    const task = typed('essay', { rubric: 'alles begründet | 3\ngenannt | 1,5\nnichts | 0', max: '2000' })
    expect(task.points).toBe(3)
    expect(scoreAnswers(task, { text: ['Ein Text'] }).state).toBe('pending')
    expect(levelsOf({ ...task, points: 10 }).map(({ points }) => points)).toEqual([10, 5, 0])
    expect(JSON.stringify(publicView(task, 's'))).not.toContain('begründet')
  })
})

describe('places with an outline', () => {
  const task = typed('hotspot', {
    picture: `unit/0a/${'a'.repeat(64)}.webp`,
    alt: 'Karte',
    // The first is open to the right: its middle lies outside of it.
    areas:
      '* Bucht | 0, 0; 60, 0; 60, 10; 10, 10; 10, 50; 60, 50; 60, 60; 0, 60 | poly\nInsel | 30, 20, 20, 20',
  })
  const point = (text: string) => scaled(task, { point: [text] })

  test('hold what lies within it', () => {
    expect(['5, 30', '40, 5', '55, 55'].map(point)).toEqual([1, 1, 1])
    expect(['40, 30', '55, 30', '90, 90', 'x'].map(point)).toEqual([0, 0, 0, 0])
  })

  test('are chosen by their names, too, and have their number within', () => {
    expect(scaled(task, { area: ['a'] })).toBe(1)
    const [picture] = publicView(task, 's').widgets
    const mark = picture?.kind === 'picture' ? picture.marks[0] : undefined
    expect(point(`${mark?.x}, ${mark?.y}`)).toBe(1)
    expect(JSON.stringify(picture)).not.toContain('isRight')
  })

  test('keep their corners in QTI, and stay at home where H5P has none', () => {
    const size = () => ({ width: 200, height: 100 })
    const text = qtiFiles(contentOf(task), size).files['items/e1.xml'] ?? ''
    expect(text).toContain('shape="poly"')
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000c800000064', 'hex')
    const { element } = only(importQti([{ name: 'items/e1.xml', text }], 'x', () => png))
    const areas = (data: unknown) => (data as { areas: { points: object[] }[] }).areas[0]?.points
    expect(areas(element?.data)).toEqual(areas(task.data))
    expect(h5pFiles(contentOf(task), 'de', size).leftOut).toEqual(['e1'])
  })

  test('with fewer than three corners are none', () => {
    expect(() => typed('hotspot', { areas: '* a | 0, 0; 9, 9 | poly\nb | 1, 1, 1, 1' })).toThrow()
  })
})

describe('an essay of H5P', () => {
  const keyword = (words: string, options: object) => ({ keyword: words, options: { points: 1, ...options } })
  const imported = (keywords: object[], behaviour: object = {}, others: object = {}) =>
    only(
      importH5p({
        ...{ library: 'H5P.Essay 1.5', title: 'Hobbit' },
        content: {
          taskDescription: 'Erzähl.',
          keywords,
          behaviour: { maximumLength: 500, ...behaviour },
          ...others,
        },
      }),
    )

  test('says of each keyword whether capitals count and slips pass; all at once may be told otherwise', () => {
    const words = [
      keyword('Bilbo', { caseSensitive: true, occurrences: 2 }),
      keyword('Gandalf', { forgiveMistakes: true }),
      keyword('*ri', {}),
    ]
    const { element, report } = imported(words)
    expect(report).toMatchObject([{ outcome: 'converted' }])
    const task = { ...taskOf('essay', element?.data), points: 4 }
    expect(scaled(task, { text: ['Bilbo, bilbo, Gandlaf und Ori'] })).toBe(0.75)
    const flags = ({ element: it }: ReturnType<typeof imported>) =>
      ((it?.data ?? { keywords: [] }) as { keywords: Record<string, boolean>[] }).keywords.map((each) => [
        each.caseSensitive,
        each.acceptTypos,
      ])
    expect(flags(imported(words))).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ])
    const all = imported(words, { overrideCaseSensitive: 'off', overrideForgiveMistakes: 'on' })
    expect(flags(all)).toEqual(Array(3).fill([false, true]))
  })

  test('names each thing that is not taken', () => {
    const said = imported(
      [
        keyword('Bilbo', { feedbackMissed: 'Wer denn?', occurrences: 1 }),
        { ...keyword('/B.*o/', {}), alternatives: ['/x/'] },
      ],
      { percentagePassing: 50, inputFieldSize: '3', ignoreScoring: true },
      {
        placeholderText: 'Es war einmal',
        media: { type: { library: 'H5P.Video 1.5', params: { sources: [{}] } } },
      },
    )
    expect(said.report).toMatchObject([
      {
        ...{ outcome: 'simplified', reason: 'media' },
        others: ['patterns', 'word_feedback', 'passing', 'helping_words', 'settings'],
      },
    ])
    expect(said.element).toMatchObject({ points: 0, data: { keywords: [{ any: ['Bilbo'] }] } })
  })
})

describe('places that take one thing', () => {
  const task = typed('label_image', {
    zones: '0, 0, 9, 9 | Rom | Mailand\n20, 0, 9, 9 | Rom',
    isSingle: 'on',
  })
  const shown = publicView(task, 's').widgets[1]

  test('count once each, and every place can be filled', () => {
    expect(task.points).toBe(2)
    expect(shown).toMatchObject({ kind: 'rows', isOnce: true })
    expect(scaled(task, { ia: ['b'], ib: ['a'] })).toBe(1)
    expect(scaled(task, { ia: ['a'], ib: ['a'] })).toBe(0.5)
  })
})
