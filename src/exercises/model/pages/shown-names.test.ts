import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Random, seeded, shuffled } from '#platform/rules/random.ts'
import { answerFields } from '../../../../tests/support/answer-fields.ts'
import { dataOf, element, typedFields } from '../../../../tests/support/typed-elements.ts'
import type { Typed } from '../task/typed-values.ts'
import { elementTypes, typeOf } from '../task/types.ts'
import type { Widget } from '../task/widget.ts'
import { type Element, publicView, readSent, roomView, scoreAnswers, scoreSent, shownAgain } from '../unit.ts'

/* Nothing a pupil is sent says what is right: not a name, not a value, not an order. */

const picture = { picture: `unit/aa/${'a'.repeat(64)}.webp`, alt: 'Karte' }
const sound = `unit/aa/${'a'.repeat(64)}.mp3`

/** Of each type that is scored two tasks that look alike and whose keys differ. */
const twins: Readonly<Record<string, readonly [Typed, Typed]>> = {
  categorize: [
    { items: 'Hund | Tier\nRose | Pflanze\nKatze | Tier\nNelke | Pflanze' },
    { items: 'Hund | Tier\nNelke | Pflanze\nRose | Tier\nKatze | Pflanze' },
  ],
  choice: [
    { options: '* Rom\nParis\nBonn', isMulti: '' },
    { options: 'Paris\n* Bonn | Ja!\nRom', isMulti: '' },
  ],
  crossword: [{ words: 'ROT | Farbe\nTOR | Sport' }, { words: 'RAT | Farbe\nTOR | Sport' }],
  dictation: [
    { sentences: `Der Hund bellt. | ${sound}`, lang: 'de', playsMax: '2' },
    { sentences: `Die Katze schläft. | ${sound}`, lang: 'de', playsMax: '2' },
  ],
  essay: [
    { keywords: 'Sonne | 2\nMond', sample: 'So', min: '0', max: '200' },
    { keywords: 'Regen', sample: 'Anders', min: '0', max: '200' },
  ],
  flashcards: [
    { cards: 'dog | Hund\ncat | Katze', isTyped: 'on' },
    { cards: 'dog | Katze\ncat | Hund', isTyped: 'on' },
  ],
  gap_drag: [
    { gapText: 'Ein *Hund* und eine *Katze*.', distractors: 'Maus' },
    { gapText: 'Ein *Maus* und eine *Hund*.', distractors: 'Katze' },
  ],
  gap_select: [
    { selectText: 'Ein *Hund/Katze/Maus* bellt, *er/sie* frisst.' },
    { selectText: 'Ein *Maus/Hund/Katze* bellt, *sie/er* frisst.' },
  ],
  gap_text: [{ gapText: 'Ein *Hund* bellt.' }, { gapText: 'Ein *Wolf* bellt.' }],
  hotspot: [
    { ...picture, areas: '* Rom | 10, 20, 5, 5\nBonn | 40, 10, 5, 5\nOslo | 20, 20, 5, 5 | circle' },
    { ...picture, areas: '* Oslo | 20, 20, 5, 5 | circle\nRom | 10, 20, 5, 5\nBonn | 40, 10, 5, 5' },
  ],
  label_image: [
    { ...picture, zones: '10, 10, 5, 5 | Kopf\n20, 20, 5, 5 | Fuß\n | Hand' },
    { ...picture, zones: '10, 10, 5, 5 | Hand\n20, 20, 5, 5 | Kopf\n | Fuß' },
  ],
  mark_words: [{ markedText: 'Der *Hund* bellt laut.' }, { markedText: 'Der Hund *bellt* laut.' }],
  match: [
    { pairs: 'Italien | Rom\nSpanien | Madrid\nPolen | Warschau\n | Oslo' },
    { pairs: 'Italien | Oslo\nSpanien | Rom\nPolen | Madrid\n | Warschau' },
  ],
  memory: [{ pairs: 'Hund | dog\nKatze | cat' }, { pairs: 'Hund | cat\nKatze | dog' }],
  numeric: [
    { numbers: '4', unit: 'm' },
    { numbers: '5..6\n4 | 50 %', unit: 'm' },
  ],
  order: [{ ordered: 'eins\nzwei\ndrei\nvier' }, { ordered: 'drei\neins\nvier\nzwei' }],
  short_text: [{ answers: 'Rom' }, { answers: 'Paris\nBonn | 50 %' }],
  true_false: [
    { statements: '* Wasser ist nass.\nEis ist warm.' },
    { statements: 'Wasser ist nass.\n* Eis ist warm.' },
  ],
  video_quiz: [
    { video: '', captions: '0 | Ja', moments: '0:05 | Was?\n* ja\nnein\nnie\n0:09 | Wie?\n* so' },
    { video: '', captions: '0 | Ja', moments: '0:05 | Was?\nnie\n* nein\nja\n0:09 | Wie?\n* anders' },
  ],
  word_search: [
    { words: 'ROSE | Blume\nHUND | Tier', size: '8', seed: 'x' },
    { words: 'HUND | Blume\nROSE | Tier', size: '8', seed: 'x' },
  ],
}

/** Types whose key nobody has here, or whose parts are done and not said. */
const keyless: readonly string[] = ['draw', 'upload']

const made = (type: string, typed: Typed): Element => {
  const row = typeOf(type)
  return element(type, row?.schema.parse(row.fromTyped(typed)))
}

describe('tasks that differ in their key alone', () => {
  test('are there of each type with something to answer right', () => {
    const scored = elementTypes.filter(({ kind }) => kind === 'scored').map(({ type }) => type)
    expect([...Object.keys(twins), ...keyless].sort()).toEqual(scored.sort())
    for (const type of keyless)
      fc.assert(
        fc.property(dataOf(type), (data) => {
          expect(typeOf(type)?.score(data, typeOf(type)?.read(data, {})).scaled).toBe(null)
        }),
        { numRuns: 5 },
      )
  })

  test.each(Object.entries(twins))('%s: look the same', (type, [one, other]) => {
    const [a, b] = [made(type, one), made(type, other)]
    expect(typeOf(type)?.solution(a.data)).not.toEqual(typeOf(type)?.solution(b.data))
    for (const seed of ['s', 'room:1:7', 'x'])
      for (const view of [publicView, roomView])
        expect(seen(type, view({ ...b, points: a.points }, seed), view === publicView)).toEqual(
          seen(type, view(a, seed), view === publicView),
        )
  })
})

/** What says nothing of a key that is not inherent: a game that a device plays by itself tells it which cards are a pair. */
function seen(type: string, { widgets }: { widgets: Widget[] }, isPlayedAlone: boolean): unknown {
  if (type === 'memory' && isPlayedAlone)
    return widgets.map((widget) => widget.kind === 'pairs' && { ...widget, partners: {} })
  if (type !== 'word_search' && type !== 'crossword') return widgets
  // Letters are what is looked for, and a square shows how many cross; clues are numbered as they were typed.
  return widgets.map((widget) =>
    widget.kind === 'words'
      ? widget.words.map(({ name, text }) => `${name} ${text.slice(2)}`).sort()
      : widget.kind,
  )
}

/** Data whose ids are others, as a program may send it; what must be numbered stays. */
function renamed(data: unknown, random: Random): unknown {
  const ids = new Set<string>()
  walk(data, (id) => ids.add(id))
  const others = shuffled(
    [...ids].map((_id, at) => `z${at}`),
    random,
  )
  const names = new Map([...ids].map((id, at) => [id, others[at] ?? '']))
  return replaced(data, names)
}

function walk(data: unknown, found: (id: string) => void): void {
  if (Array.isArray(data)) for (const each of data) walk(each, found)
  else if (typeof data === 'object' && data !== null)
    for (const [name, value] of Object.entries(data))
      if (name === 'id' && typeof value === 'string' && !/^w\d+$/.test(value)) found(value)
      else walk(value, found)
}

function replaced(data: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof data === 'string') return names.get(data) ?? data
  if (Array.isArray(data)) return data.map((each) => replaced(each, names))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, name === 'text' ? value : replaced(value, names)]),
  )
}

const renamedTypes = Object.keys(typedFields).filter((type) => type in twins || type === 'poll')

test.each(renamedTypes)('%s: whatever ids a program gives its things, nobody sees them', (type) => {
  const [one] = twins[type] ?? [{ pollOptions: 'ja\nnein\nvielleicht' }]
  const task = made(type, one)
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const other = { ...task, data: typeOf(type)?.schema.parse(renamed(task.data, seeded(seed))) }
      expect(publicView(other, 's')).toEqual(publicView(task, 's'))
    }),
    { numRuns: 20 },
  )
})

describe('what is sent', () => {
  test.each(Object.keys(typedFields))('%s: is what is stored, under other names', (type) => {
    fc.assert(
      fc.property(dataOf(type), fc.nat(), (data, pick) => {
        const task = element(type, data)
        const own = typeOf(type)?.view(data, seeded('s')) ?? []
        const stored = Object.fromEntries(
          answerFields(own).map(({ name, values }, at) => [
            name,
            [values[(pick + at * 3) % values.length] ?? ''],
          ]),
        )
        const sent = shownAgain(task, stored)
        expect(readSent(task, sent)).toEqual(stored)
        const { parts: _parts, ...score } = scoreAnswers(task, stored)
        expect(scoreSent(task, sent)).toMatchObject(score)
        const shown = answerFields(publicView(task, 's').widgets)
        for (const [name, values] of Object.entries(sent))
          expect(shown.find((each) => each.name === name)?.values).toEqual(
            expect.arrayContaining([...values]),
          )
      }),
      { numRuns: 30 },
    )
  })

  test('parts are told by the names that were shown', () => {
    const task = made('match', { pairs: 'Italien | Rom\nSpanien | Madrid' })
    const [first] = answerFields(publicView(task, 's').widgets)
    const { parts } = scoreSent(task, { [first?.name ?? '']: [first?.values[0] ?? ''] })
    expect(parts.map(({ id }) => id)).toContain(first?.name)
  })

  test('things that look alike have names of their own', () => {
    const task = made('order', { ordered: 'auf\nauf\nab' })
    expect(new Set(answerFields(publicView(task, 's').widgets).map(({ name }) => name)).size).toBe(3)
  })
})

describe('what a room is sent', () => {
  /** What a pupil answers with that is given by its place, not by its key. */
  const byPlace = /^(m-[a-z]\d*|[a-z]\d*|g\d+|w\d+|\d+|true|false)$/

  test.each(Object.keys(typedFields))('%s: no id of its data, nor which things belong together', (type) => {
    fc.assert(
      fc.property(dataOf(type), (data) => {
        const task = element(type, data)
        const own = typeOf(type)?.view(data, seeded('s')) ?? []
        const sent = roomView(task, 's').widgets
        expect(JSON.stringify(sent)).not.toContain('partners')
        const shown = answerFields(sent)
        const stored = answerFields(own)
        // A choice has one field; rows and cards of pairs have one for each of them.
        const isListed = own.some(({ kind }) => kind === 'rows' || kind === 'pairs')
        const [ids, names] = [stored, shown].map((all) =>
          all.flatMap((each) => (isListed ? [each.name] : [])),
        )
        for (const name of names ?? []) if (!byPlace.test(name)) expect(ids).not.toContain(name)
        for (const { values } of shown)
          for (const value of values)
            if (/^[ab]?[a-z]\d*$/.test(value) && own.some(({ kind }) => kind === 'pairs'))
              expect(stored.flatMap((each) => each.values)).not.toContain(value)
      }),
      { numRuns: 20 },
    )
  })
})
