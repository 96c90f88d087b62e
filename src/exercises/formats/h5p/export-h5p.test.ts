import { expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import { contentSchema, type UnitContent, usualPoints } from '#exercises/model/unit.ts'
import { h5pFiles } from './export-h5p.ts'
import { pictureInH5p } from './export-h5p-graphic.ts'
import { importH5p } from './import-h5p.ts'

/** Elements H5P has a library for. */
const typed: [string, Record<string, string>][] = [
  ['choice', { options: '* 2 = 2 & <b> | gut\nB: C', isMulti: '', policy: 'net' }],
  ['choice', { options: '* eins\n* zwei\ndrei', isMulti: 'on', policy: 'all' }],
  ['gap_text', { gapText: 'Der *Himmel/Äther:oben* ist *blau*.', caseSensitive: 'on', acceptTypos: 'on' }],
  ['gap_drag', { gapText: 'Der *Himmel* ist *blau*.', distractors: 'rot\ngelb' }],
  ['mark_words', { markedText: 'Der Hund *bellt* laut.\nDie Katze *schläft* nie.' }],
  ['order', { ordered: 'eins\nzwei\ndrei', scoring: 'adjacent' }],
  ['order', { ordered: 'eins\nzwei', scoring: 'position' }],
  [
    'essay',
    {
      keywords: 'Rom / Roma* | 2\nTiber | | 3 | Aa ~\nLatium | | | ~',
      sample: 'Rom liegt\nam Tiber.',
      min: '10',
      max: '900',
    },
  ],
  ['flashcards', { cards: 'Hund | dog | bellt\nKatze | cat', isTyped: 'on' }],
  ['flashcards', { cards: 'Hund | dog\nKatze | cat', isTyped: '' }],
  ['word_search', { words: 'Rom\nParis', showsWords: 'on', seed: 'h5p', size: '' }],
  ['crossword', { words: 'Biene | macht Honig\nHonig | ist süß' }],
  ['accordion', { sections: 'Eins | Text & mehr\nZwei | Mehr' }],
  ['info', { text: 'Lies das.' }],
]

function unit(rows: typeof typed, pages = 1): UnitContent {
  const elements = rows.map(([type, fields], at) => {
    const row = typeOf(type)
    const data = row?.schema.parse(row.fromTyped(fields))
    const prompt = row?.kind === 'content' ? '' : `<p>Frage ${at} &amp; mehr?</p>`
    return {
      id: `e${at}`,
      type,
      prompt,
      points: usualPoints(type, data),
      right: '',
      wrong: '',
      data,
    }
  })
  return contentSchema.parse({
    title: 'Hin & zurück',
    pages: Array.from({ length: pages }, (_, at) => ({
      id: `p${at}`,
      title: `Seite ${at + 1}`,
      elements: elements.map((element) => ({ ...element, id: `${element.id}p${at}` })),
    })),
  })
}

function back(content: UnitContent) {
  const { files, leftOut } = h5pFiles(content, 'de')
  expect(Object.keys(files)).toEqual(['h5p.json', 'content/content.json'])
  const head = JSON.parse(files['h5p.json'] ?? '')
  const found = importH5p({
    library: head.mainLibrary,
    title: head.title,
    content: JSON.parse(files['content/content.json'] ?? ''),
  })
  return { head, leftOut, found }
}

test.each(typed)('%s goes out and comes back as it was', (type, fields) => {
  const content = unit([[type, fields]])
  const { found, leftOut } = back(content)
  const [sent] = content.pages[0]?.elements ?? []
  expect([leftOut, found.report.map(({ outcome }) => outcome)]).toEqual([[], ['converted']])
  const [came] = found.pages[0]?.elements ?? []
  expect(came).toMatchObject({ type, prompt: sent?.prompt })
  // H5P generates the letter grid itself.
  if (type === 'word_search')
    expect(came?.data).toMatchObject({ words: [{ word: 'Rom' }, { word: 'Paris' }] })
  else expect(came?.data).toEqual(sent?.data)
})

test('pages are chapters, and every library that is used is named with its version', () => {
  const { head, found } = back(unit(typed, 2))
  expect(found.pages.map(({ title, elements }) => [title, elements.length])).toEqual([
    ['Seite 1', typed.length],
    ['Seite 2', typed.length],
  ])
  const names = head.preloadedDependencies.map(({ machineName }: { machineName: string }) => machineName)
  expect(names).toEqual([...new Set(names)])
  expect(names).toEqual(expect.arrayContaining(['H5P.InteractiveBook', 'H5P.Column', 'H5P.Crossword']))
})

test('statements go out one by one; what H5P would score in another way stays here', () => {
  const statements = back(unit([['true_false', { statements: '* Rom liegt in Italien.\nParis auch.' }]]))
  expect(statements.found.pages[0]?.elements.map(({ type }) => type)).toEqual(['true_false', 'true_false'])
  const others: typeof typed = [
    ['numeric', { numbers: '4..5', show: 'input' }],
    ['match', { pairs: 'a | b | c\nc | d' }],
    ['order', { ordered: 'eins\nzwei', scoring: 'all' }],
    ['gap_text', { gapText: 'Der *Himmel/50%Äther*.' }],
    ['choice', { options: 'ja | | 50 %\nnein | | 50 %', isMulti: 'on', policy: 'weighted' }],
  ]
  expect(back(unit(others)).leftOut).toHaveLength(others.length)
})

test('pictures go along where they are, and stay behind where they are not', () => {
  const asset = `unit/ab/${'a'.repeat(64)}.webp`
  const content = unit([['media', { picture: asset, alt: 'Ein Herz & mehr', caption: 'Das Herz' }]])
  expect(h5pFiles(content, 'de').leftOut).toHaveLength(1)
  const { files, leftOut } = h5pFiles(content, 'de', (each) =>
    each === asset ? { width: 200, height: 100 } : undefined,
  )
  const read = (path: string) => (path === pictureInH5p(asset) ? new Uint8Array(9) : undefined)
  const { pages, files: shown } = importH5p(
    { library: 'H5P.Column', title: 'x', content: JSON.parse(files['content/content.json'] ?? '') },
    read,
  )
  expect([leftOut, shown.map(({ name }) => name)]).toEqual([[], [pictureInH5p(asset)]])
  expect(pages[0]?.elements[0]).toMatchObject({
    type: 'media',
    data: { picture: { alt: 'Ein Herz & mehr' }, caption: 'Das Herz' },
  })
})
