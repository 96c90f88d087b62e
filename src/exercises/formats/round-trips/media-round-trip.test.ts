import { expect, test } from 'vitest'
import { readSettings } from '#exercises/model/task/typed-settings.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { writeSound, writeThing } from '#exercises/model/text/option-content.ts'
import { contentSchema, type Element, type UnitContent, usualPoints } from '#exercises/model/unit.ts'
import { h5pFiles } from '../h5p/export-h5p.ts'
import { importH5p } from '../h5p/import-h5p.ts'
import type { Imported } from '../incoming/imported.ts'
import { importMoodle } from '../incoming/imports.ts'
import { exportUnit } from '../outgoing/exports.ts'
import { leftOutOf, plainerOutside } from '../outgoing/omitted.ts'
import { qtiFiles } from '../qti/export-qti.ts'
import { qti22Files } from '../qti/export-qti22.ts'
import { importQti } from '../qti/import-qti.ts'

const sounds = ['a', 'b', 'c'].map((sign) => `unit/${sign}0/${sign.repeat(64)}.mp3`)
/** As Safari records. */
const [first = '', second = '', safari = ''] = [...sounds.slice(0, 2), `unit/d0/${'d'.repeat(64)}.mp4`]
const [cat, dog] = ['e', 'f'].map((sign) => `unit/${sign}0/${sign.repeat(64)}.webp`)
const seenCat = writeThing({ asset: cat ?? '', alt: 'eine Katze' })
const seenDog = writeThing({ asset: dog ?? '', alt: 'ein Hund' })
const heard = (words: string, sound = first) => writeSound(sound, words)
const shown = (words: string, sound = second) => writeSound(sound, words, true)

type Typed = readonly [string, Readonly<Record<string, string>>]
const element = ([type, fields]: Typed, at: number): Element => {
  const row = typeOf(type)
  const data = row?.schema.parse(row.fromTyped(fields))
  const prompt = row?.kind === 'content' || type === 'true_false' ? '' : `<p>Was hörst du, ${at}?</p>`
  const said = { right: '', wrong: '', ...readSettings({}) }
  return { id: `e${at}`, type, prompt, points: usualPoints(type, data), ...said, data }
}
const unit = (rows: readonly Typed[]): UnitContent =>
  contentSchema.parse({ title: 'Hören', pages: [{ id: 'p1', elements: rows.map(element) }] })

const mixed = `${heard('Schiff & "See"')}\n${shown('Schaf')}\n${seenCat}\n${writeThing({ asset: dog ?? '', alt: 'ein Hund' }, 'Wuff')}\n${heard('ein Hund', safari).replace('ein Hund', seenDog)}\nnur <Worte>`
const everything: Readonly<Record<string, Typed>> = {
  choice: ['choice', { options: `* ${mixed}`, policy: 'all', isMulti: 'on' }],
  order: ['order', { ordered: mixed, scoring: 'all' }],
  match: ['match', { pairs: `${heard('Schiff')} | Boot\n${shown('Schaf')} | Tier\n${seenCat} | Haustier` }],
  'match of two heard sides': [
    'match',
    { pairs: `${heard('eins')} | ${seenCat}\n${shown('zwei')} | ${heard('Hund', safari)}` },
  ],
  categorize: [
    'categorize',
    { items: `${heard('Schiff')} | See\n${shown('Schaf')} | Land\n${seenDog} | Land` },
  ],
  'true_false of several': [
    'true_false',
    { statements: `* ${heard('Es regnet.')}\n${shown('Es schneit.')}` },
  ],
  'true_false of one heard': ['true_false', { statements: `* ${heard('Es regnet.')}` }],
  'true_false of one shown': ['true_false', { statements: shown('Es schneit.') }],
  'true_false of one seen': ['true_false', { statements: `* ${seenCat}` }],
}
const audio: Typed = ['audio', { sound: first, transcript: 'Tock,\ntick-tick & "tock".\n\nNoch einmal' }]
const picture: Typed = ['media', { picture: cat ?? '', alt: 'eine "Katze"', caption: '' }]
const question: Typed = ['choice', { options: '* ja\nnein', policy: 'all', isMulti: 'on' }]
const gaps: Typed = ['gap_text', { gapText: 'Es *regnet*.' }]
const paths = (all: readonly Typed[]) => [
  ...new Set(JSON.stringify(all).match(/[0-9a-f]{64}\.[a-z0-9]+/g) ?? []),
]

/** Names of files are others after the way; what they hold is told by the name of the package. */
function back(found: Imported | string): { elements: Omit<Element, 'id'>[]; report: Imported['report'] } {
  if (typeof found === 'string') throw new Error(found)
  let text = JSON.stringify(found.pages.flatMap((page) => page.elements))
  for (const { key, name } of found.files) {
    const [, hash = '', ending = ''] = /([0-9a-f]{64})\.([a-z0-9]+)$/.exec(name) ?? []
    const own = ending === 'm4a' ? 'mp4' : ending === 'jpg' ? 'webp' : ending
    text = text.replaceAll(key, `unit/${hash.slice(0, 1)}0/${hash}.${own}`)
  }
  return { elements: JSON.parse(text), report: found.report }
}
const withoutIds = ({ pages }: UnitContent) =>
  pages.flatMap((page) => page.elements).map(({ id: _id, ...rest }) => rest)
const file = Buffer.from('bytes')
/** Of an archive: what was put into it. */
const archive = (held: readonly string[]) => (path: string) =>
  held.includes(path.replace(/\.jpg$/, '.webp')) ? file : undefined

function moodle(content: UnitContent) {
  const exported = exportUnit(content, 'moodle', () => file.toString('base64'))
  return { ...back(importMoodle(exported.text, 'x')), ...exported }
}
const qti = (write: typeof qtiFiles) => (content: UnitContent) => {
  const exported = write(content, () => ({ width: 9, height: 9 }))
  const held = [...exported.pictures, ...exported.sounds].map((asset) =>
    asset.slice(8).replace('.mp4', '.m4a'),
  )
  // Every file is in the manifest, at its place.
  const named = [
    ...(exported.files['imsmanifest.xml'] ?? '').matchAll(/href="(?:pictures|sounds)\/([^"]*)"/g),
  ]
  expect(new Set(named.map(([, name]) => name))).toEqual(new Set(held))
  const texts = Object.entries(exported.files)
    .filter(([name]) => name.startsWith('items/'))
    .map(([name, text]) => ({ name, text }))
  const read = (path: string) =>
    /^(pictures|sounds)\//.test(path) ? archive(held)(path.split('/')[1] ?? '') : undefined
  return { ...back(importQti(texts, 'x', read)), ...exported }
}
function h5p(content: UnitContent) {
  const exported = h5pFiles(content, 'de', () => ({ width: 9, height: 9 }))
  const head = JSON.parse(exported.files['h5p.json'] ?? '')
  const params = JSON.parse(exported.files['content/content.json'] ?? '')
  const read = (path: string) => (/^(images|audios)\/[0-9a-f]{64}\.\w+$/.test(path) ? file : undefined)
  const found = importH5p({ library: head.mainLibrary, title: head.title, content: params }, read)
  const libraries: string[] = head.preloadedDependencies.map(
    (each: { machineName: string }) => each.machineName,
  )
  return { ...back(found), ...exported, libraries }
}
const trips = { moodle, qti: qti(qtiFiles), 'qti 2.2': qti(qti22Files), h5p }

test.each([
  ...[
    'choice',
    'order',
    'match',
    'true_false of one heard',
    'true_false of one shown',
    'true_false of one seen',
  ].map((name) => ['moodle', name] as const),
  ...(['qti', 'qti 2.2'] as const).flatMap((format) =>
    Object.keys(everything).map((name) => [format, name] as const),
  ),
])('%s: %s, with recordings and pictures of its things, comes back as it went out', (format, name) => {
  const row = everything[name] ?? question
  // Moodle has no `all`.
  const own: Typed =
    format === 'moodle' && name === 'choice' ? ['choice', { ...row[1], policy: 'weighted' }] : row
  const content = unit([own])
  const { elements, report, leftOut, plainer } = trips[format](content)
  expect(report.map(({ outcome }) => outcome)).toEqual(['converted'])
  expect([leftOut, plainer]).toEqual([[], []])
  expect(elements.map(({ type, data }) => typeOf(type)?.typed(data))).toEqual(
    withoutIds(content).map(({ type, data }) => typeOf(type)?.typed(data)),
  )
  expect(elements[0]?.prompt).toBe(withoutIds(content)[0]?.prompt)
})

test.each(['moodle', 'qti', 'qti 2.2'] as const)(
  '%s: what is heard and seen before a question goes out with it',
  (format) => {
    const content = unit([audio, picture, question, gaps, audio, ['essay', { min: '0', max: '2000' }]])
    const rows =
      format === 'moodle' ? [['choice', { ...question[1], policy: 'weighted' }] as const] : [question]
    const sent = unit([audio, picture, ...rows, audio, ['essay', { min: '0', max: '2000' }]])
    const { elements, report, leftOut } = trips[format](sent)
    expect([leftOut, report.filter(({ outcome }) => outcome !== 'converted')]).toEqual([[], []])
    // Pictures stand first there.
    const types = elements.map(({ type }) => type)
    expect(types).toEqual(['media', 'audio', 'choice', 'audio', 'essay'])
    const expected = withoutIds(sent)
    expect([elements[1], elements[0], ...elements.slice(2)].map((each) => each?.data)).toEqual(
      expected.map(({ data }) => data),
    )
    // A text with gaps has its recording, too.
    expect(trips[format](content).leftOut).toEqual([])
  },
)

test('Moodle: a recording that nothing follows is a description; the name of a file is not what is said', () => {
  const { elements, leftOut } = moodle(unit([question, audio]))
  expect([elements.map(({ type }) => type), leftOut]).toEqual([['choice', 'audio'], []])
  expect(elements[1]?.data).toEqual(element(audio, 0).data)
  const foreign = `<quiz><question type="essay"><name><text>Lied</text></name><questiontext format="html"><text><![CDATA[<p>Welches Lied?</p><audio controls="true"><source src="@@PLUGINFILE@@/lied.mp3">lied.mp3</audio>]]></text><file name="lied.mp3" encoding="base64">AAAA</file></questiontext></question></quiz>`
  const found = importMoodle(foreign, 'x')
  if (typeof found === 'string') throw new Error(found)
  expect(found.pages[0]?.elements).toMatchObject([
    { type: 'audio', data: { sound: found.files[0]?.key, transcript: '' } },
    { type: 'essay', prompt: '<p>Welches Lied?</p>' },
  ])
})

test.each(['moodle', 'qti', 'qti 2.2'] as const)(
  '%s: what to do with a text goes along and stays apart from it',
  (format) => {
    const rows: Typed[] = [
      gaps,
      ['gap_select', { selectText: 'Sie *geht/gehen* heim.' }],
      ['gap_drag', { gapText: 'Es *regnet*.', distractors: 'schneit' }],
    ]
    const statement: Typed = ['true_false', { statements: `* ${heard('Es regnet.')}` }]
    const content = unit(format === 'moodle' ? [...rows, statement] : rows)
    const own = content.pages.flatMap((page) => page.elements)
    for (const each of own) each.prompt = '<p>Hör zu &amp; ergänze.</p><p>Schreib sauber.</p>'
    const { elements, report } = trips[format](content)
    expect(new Set(report.map(({ outcome }) => outcome))).toEqual(new Set(['converted']))
    expect(elements.map(({ prompt, data }) => [prompt, data])).toEqual(
      own.map(({ prompt, data }) => [prompt, data]),
    )
  },
)

const both = (a: string, b: string) => `${a} | ${b}`
test.each([
  ['H5P.Audio', audio],
  [
    'H5P.MultiMediaChoice',
    ['choice', { options: `* ${heard('Schiff')}\n${heard('Schaf', safari)}\n${seenCat}`, policy: 'net' }],
  ],
  [
    'H5P.MultiMediaChoice',
    ['choice', { options: `* ${heard('Schiff')}\n* ${seenDog}\n${seenCat}`, policy: 'all', isMulti: 'on' }],
  ],
  [
    'H5P.ImageSequencing',
    ['order', { ordered: `${seenCat}\n${heard('x').replace('x', seenDog)}`, scoring: 'position' }],
  ],
  ['H5P.ImagePair', ['match', { pairs: `${both(seenCat, seenDog)}\n${both(seenDog, seenCat)}` }]],
  [
    'H5P.MemoryGame',
    ['memory', { pairs: `${both(heard('Schiff'), seenCat)}\n${both(seenDog, heard('Wuff', safari))}` }],
  ],
  [
    'H5P.Dictation',
    ['dictation', { sentences: `Der Hund bellt. | ${first}\nEs regnet. | ${second}`, ignoresSigns: 'on' }],
  ],
  [
    'H5P.Dialogcards',
    ['flashcards', { cards: `${seenCat} | cat | Miau | ${first}\nHund | dog`, isTyped: '' }],
  ],
  [
    'H5P.Flashcards',
    [
      'flashcards',
      {
        cards: `${writeThing({ asset: cat ?? '', alt: 'eine Katze' }, 'Was ist das?')} | cat`,
        isTyped: 'on',
      },
    ],
  ],
] as const satisfies readonly (readonly [string, Typed])[])(
  'H5P: %s takes what it has room for, and brings it back',
  (library, row) => {
    const content = unit([row])
    const { elements, report, leftOut, plainer, libraries, files } = h5p(content)
    expect(libraries).toContain(library)
    expect([leftOut, plainer]).toEqual([[], []])
    expect(new Set(report.map(({ outcome }) => outcome))).toEqual(new Set(['converted']))
    const [sent] = withoutIds(content)
    const came = elements.filter(({ type }) => type === sent?.type)
    expect(came.map(({ data }) => data)).toEqual([sent?.data])
    for (const name of paths([row])) expect(files['content/content.json']).toContain(name.split('.')[0])
  },
)

test('the desk names what goes out plainer, by format; what nobody has room for stays words', () => {
  const content = unit([
    ['choice', { options: `* ${shown('Schiff')}\nSchaf`, policy: 'net' }],
    ['match', { pairs: `eins | ${heard('one')}\nzwei | ${heard('two', second)}` }],
    ['order', { ordered: `${heard('eins')}\nzwei`, scoring: 'all' }],
    question,
  ])
  const named = Object.fromEntries(plainerOutside(content).map(({ format, ids }) => [format, ids]))
  expect(named).toEqual({ gift: ['e0', 'e1'], aiken: ['e0'], moodle: ['e1'], h5p: ['e0', 'e1'] })
  expect(JSON.stringify(h5p(content).files)).not.toContain('unit/')
  expect(leftOutOf(content).find(({ format }) => format === 'h5p')?.ids).toEqual(['e2'])
})

test('a recording that is not there any more leaves its words, and no broken player', () => {
  const content = unit([
    ['choice', { options: `* ${heard('Schiff')}\n${shown('Schaf')}`, policy: 'all', isMulti: 'on' }],
    audio,
  ])
  const texts = [
    exportUnit(content, 'moodle', () => undefined).text,
    JSON.stringify(
      qtiFiles(
        content,
        () => undefined,
        () => false,
      ).files,
    ),
    JSON.stringify(
      h5pFiles(
        content,
        'de',
        () => undefined,
        () => false,
      ).files,
    ),
  ]
  for (const text of texts) {
    expect(text).toContain('Schiff')
    expect(text).not.toMatch(/<audio|<object|H5P\.Audio|[abc]{64}/)
  }
})
