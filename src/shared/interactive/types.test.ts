import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { elementTypes, typeOf } from './types.ts'
import { publicView, scoreAnswers, scoreResponse, usualPoints } from './unit.ts'
import type { Answers, Widget } from './widget.ts'

const word = fc.stringMatching(/^[a-zäöüßéñαβγ]{2,9}$/)
const sign = fc.constantFrom('', '*', '|', '\\', '/', ':', '{{', '&', '<b>', '"', ' ')
/** Words with the signs that mean something in one format or another. */
const words = fc.tuple(word, sign, word).map((parts) => parts.join(''))
const count = { minLength: 2, maxLength: 6 }
const distinct = (of = words) =>
  fc.uniqueArray(of, { ...count, selector: (text) => text.toLowerCase().trim() })
const escaped = (text: string) => text.replace(/[\\|*]/g, (each) => `\\${each}`)
const lines = (all: readonly string[]) => all.join('\n')
const marked = fc
  .tuple(distinct(), fc.integer({ min: 0, max: 5 }))
  .map(([all, right]) =>
    lines(all.map((text, at) => `${at === right % all.length ? '* ' : ''}${escaped(text)}`)),
  )
const gapText = distinct(word).map((all) => all.map((each, at) => (at % 2 ? each : `*${each}*`)).join(' '))
const place = fc
  .tuple(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max: 80 }))
  .map(([x, y]) => `${x}, ${y}, 10, 10`)
const picture = { picture: fc.constant(''), alt: word }
const sound = `unit/0a/${'a'.repeat(64)}.mp3`
const tick = fc.constantFrom('', 'on')

/** What teachers may type into the fields of each type. */
const typed: Record<string, Record<string, fc.Arbitrary<string>>> = {
  choice: { options: marked, isMulti: tick, policy: fc.constantFrom('net', 'all', 'weighted') },
  true_false: { statements: marked },
  gap_text: { gapText, caseSensitive: tick, acceptTypos: fc.constant('') },
  gap_select: { selectText: distinct(word).map((all) => `${all[0]} *${all.join('/')}* ${all[1]}`) },
  gap_drag: { gapText, distractors: distinct(word.map((each) => `x${each}`)).map(lines), hasPenalty: tick },
  mark_words: { markedText: gapText },
  match: { pairs: distinct().map((all) => lines(all.map((each, at) => `${escaped(each)} | ${at}`))) },
  categorize: {
    items: distinct().map((all) => lines(all.map((each, at) => `${escaped(each)} | ${at % 2 ? 'A' : 'B'}`))),
  },
  order: {
    ordered: distinct().map((all) => lines(all.map(escaped))),
    scoring: fc.constantFrom('position', 'adjacent', 'all'),
  },
  short_text: {
    answers: distinct(word).map((all) => `${all[0]}\n${all[1]} | 50 %`),
    caseSensitive: tick,
    acceptTypos: tick,
  },
  numeric: {
    numbers: fc
      .tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: 0, max: 9 }))
      .map(([n, by]) => `${n}:${by}`),
    unit: fc.constantFrom('', 'cm'),
    show: fc.constantFrom('input', 'slider'),
    min: fc.constant('-1000'),
    max: fc.constant('1000'),
    step: fc.constant('1'),
  },
  hotspot: {
    ...picture,
    areas: fc.tuple(word, word, place, place).map(([a, b, p, q]) => `* ${a} | ${p}\n${b} | ${q} | circle`),
    isMulti: tick,
  },
  label_image: {
    ...picture,
    zones: fc.tuple(place, place).map(([p, q]) => `${p} | eins\n${q} | zwei\n | drei`),
    hasPenalty: tick,
  },
  memory: { pairs: distinct().map((all) => lines(all.map((each, at) => `${escaped(each)} | ${at}`))) },
  flashcards: {
    cards: distinct(word).map((all) =>
      lines(all.map((each, at) => `${at} | ${each}${at === 1 ? ` | | ${sound}` : ''}`)),
    ),
    isTyped: tick,
  },
  dictation: {
    sentences: distinct(word).map((all) => `${all.join(' ')}\n${all[0]} | ${sound}`),
    lang: fc.constantFrom('', 'de'),
    playsMax: fc.constant('3'),
    ignoresSigns: tick,
  },
  video_quiz: {
    video: fc.constant(''),
    moments: distinct(word).map((all) =>
      lines(
        all.flatMap((each, at) => [`${at}:05.5 | ${each}`, '* ja', at % 2 ? 'nein' : '* Ja!', 'vielleicht']),
      ),
    ),
    captions: distinct().map((all) => lines(all.map((each, at) => `${at} | ${escaped(each)}`))),
  },
  word_search: {
    words: distinct(word).map((all) => lines(all.map((each) => `${each} | Hinweis`))),
    size: fc.constant('20'),
    seed: word,
    showsWords: tick,
  },
  crossword: { words: distinct(word).map((all) => lines(all.map((each) => `${each} | Hinweis`))) },
  essay: {
    keywords: distinct(word).map(lines),
    sample: word,
    min: fc.constant('0'),
    max: fc.constant('2000'),
  },
  draw: { ...picture, room: fc.constant('12') },
  upload: { accepts: fc.constantFrom('any', 'image', 'pdf', 'audio'), room: fc.constant('12') },
  upload_draw: { room: fc.constant('12') },
  poll: { pollOptions: distinct().map((all) => lines(all.map(escaped))), isMulti: tick },
  scale: { min: fc.constant('1'), max: fc.constant('5'), low: word, high: word },
  word_cloud: { maxWords: fc.constant('3') },
  open_answer: { max: fc.constant('300') },
  info: { text: words },
  media: { ...picture, caption: words },
  audio: { sound: fc.constant(sound), transcript: words },
  image_hotspots: {
    ...picture,
    spots: fc.tuple(place, word).map(([at, text]) => `${at} | ${text} | ${text}`),
  },
  accordion: { sections: distinct(word).map((all) => lines(all.map((each) => `${each} | ${each}`))) },
  timeline: { dates: distinct(word).map((all) => lines(all.map((each, at) => `${at} | ${each} | ${each}`))) },
  embed: { address: fc.constant('https://example.org/a?b=c'), label: words },
}

const dataOf = (type: string) =>
  fc.record(typed[type] ?? {}).map((values) => {
    const row = typeOf(type)
    return row?.schema.parse(row.fromTyped(values))
  })
const element = (type: string, data: unknown) => ({
  id: 'e1',
  type,
  prompt: '<p>?</p>',
  points: Math.max(1, usualPoints(type, data)),
  right: '',
  wrong: '',
  hint: '',
  data,
})

/** Everything a form could send: all options of all fields at once, or a text everywhere. */
function everything(widgets: readonly Widget[], text: string): Answers {
  const answers: Record<string, string[]> = {}
  for (const widget of widgets) {
    if (widget.kind === 'choice') answers[widget.name] = widget.options.map(({ value }) => value)
    if (widget.kind === 'moment' && widget.asks) Object.assign(answers, everything([widget.asks], text))
    if (widget.kind === 'tokens') answers[widget.name] = widget.tokens.flatMap(({ value }) => value ?? [])
    if (widget.kind === 'rows')
      for (const row of widget.rows) answers[row.name] = widget.options.map(({ value }) => value)
    if (widget.kind === 'gaps')
      for (const [id, gap] of Object.entries(widget.gaps))
        answers[id] = gap.options?.map(({ value }) => value) ?? [text]
    if (widget.kind === 'text' || widget.kind === 'slider' || widget.kind === 'listen')
      answers[widget.name] = [text]
    if (widget.kind === 'drawing' || widget.kind === 'file') answers[widget.name] = [text]
    if (widget.kind === 'words') for (const each of widget.words) answers[each.name] = [text]
    if (widget.kind === 'cards') for (const each of widget.cards) if (each.name) answers[each.name] = [text]
  }
  return answers
}

test('every type is tried here', () =>
  expect(Object.keys(typed).sort()).toEqual(elementTypes.map(({ type }) => type).sort()))

describe.each(elementTypes.map((row) => [row.type, row] as const))('%s', (type, row) => {
  const runs = { numRuns: 40 }

  test('what is typed is read, and written as it would be typed', () => {
    fc.assert(
      fc.property(dataOf(type), (data) => {
        expect(row.schema.parse(row.fromTyped(row.typed(data)))).toEqual(data)
      }),
      runs,
    )
  })

  test('the key earns everything, nothing earns nothing, whatever is sent stays between both', () => {
    fc.assert(
      fc.property(dataOf(type), fc.string(), (data, text) => {
        const whole = element(type, data)
        const best = scoreResponse(whole, row.key(data))
        const empty = scoreAnswers(whole, {})
        const all = scoreAnswers(whole, everything(row.view(data, Math.random), text))
        if (best.scaled === null) {
          expect([empty.scaled, all.scaled]).toEqual([null, null])
          return
        }
        expect(best).toMatchObject({ scaled: 1, raw: whole.points, state: 'correct' })
        expect(empty).toMatchObject({ scaled: 0, raw: 0, state: 'incorrect' })
        expect(all.raw).toBeGreaterThanOrEqual(0)
        expect(all.raw).toBeLessThanOrEqual(all.max)
      }),
      runs,
    )
  })

  test('the same seed shows the same, and it can be sent', () => {
    fc.assert(
      fc.property(dataOf(type), fc.string(), (data, seed) => {
        const seen = publicView(element(type, data), seed)
        expect(publicView(element(type, data), seed)).toEqual(seen)
        expect(JSON.parse(JSON.stringify(seen))).toMatchObject({ id: 'e1', type })
      }),
      { numRuns: 10 },
    )
  })
})

/** Types in which somebody could tick everything there is. */
test.each(['choice', 'mark_words', 'hotspot', 'video_quiz'])(
  'who ticks everything in %s does not get everything',
  (type) => {
    fc.assert(
      fc.property(dataOf(type), (data) => {
        // Shares that somebody gave out freely are theirs to answer for.
        if (data && typeof data === 'object' && 'policy' in data && data.policy === 'weighted') return
        const widgets = typeOf(type)?.view(data, Math.random) ?? []
        expect(scoreAnswers(element(type, data), everything(widgets, '')).scaled).not.toBe(1)
      }),
      { numRuns: 40 },
    )
  },
)

test('what pupils see says nothing of what is right', () => {
  const views = ['* Rom\nParis', 'Rom\n* Paris'].map((options) => {
    const row = typeOf('choice')
    return publicView(
      element('choice', row?.schema.parse(row.fromTyped({ options, isMulti: '', policy: 'net' }))),
      's',
    )
  })
  expect(views[0]).toEqual(views[1])
})

test('nonsense makes no element', () => {
  fc.assert(
    fc.property(fc.constantFrom(...elementTypes), fc.dictionary(fc.string(), fc.string()), (row, values) => {
      row.schema.safeParse(row.fromTyped(values))
    }),
  )
})
