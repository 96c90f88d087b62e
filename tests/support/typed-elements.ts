import fc from 'fast-check'
import { readSettings } from '../../src/shared/interactive/typed-settings.ts'
import { typeOf } from '../../src/shared/interactive/types.ts'
import { type Element, usualPoints } from '../../src/shared/interactive/unit.ts'

/** A word of letters alone. */
export const word = fc.stringMatching(/^[a-zäöüßéñαβγ]{2,9}$/)
const sign = fc.constantFrom('', '*', '|', '\\', '/', ':', '{{', '&', '<b>', '"', ' ')
/** Words with the signs that mean something in one format or another. */
const words = fc.tuple(word, sign, word).map((parts) => parts.join(''))
const count = { minLength: 2, maxLength: 6 }
/** Texts that are not the same, whatever their capitals. */
export const distinct = (of = words) =>
  fc.uniqueArray(of, { ...count, selector: (text) => text.toLowerCase().trim() })
export const escaped = (text: string) => text.replace(/[\\|*]/g, (each) => `\\${each}`)
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
export const typedFields: Record<string, Record<string, fc.Arbitrary<string>>> = {
  choice: { options: marked, isMulti: tick, policy: fc.constantFrom('net', 'all', 'weighted') },
  true_false: { statements: marked },
  gap_text: { gapText, caseSensitive: tick, acceptTypos: fc.constant('') },
  gap_select: { selectText: distinct(word).map((all) => `${all[0]} *${all.join('/')}* ${all[1]}`) },
  gap_drag: { gapText, distractors: distinct(word.map((each) => `x${each}`)).map(lines), hasPenalty: tick },
  mark_words: { markedText: gapText },
  match: {
    pairs: fc
      .tuple(distinct(), fc.boolean())
      .map(([all, isMany]) =>
        lines(all.map((each, at) => `${escaped(each)} | ${at}${isMany && at > 0 ? ` | ${at - 1}` : ''}`)),
      ),
  },
  categorize: {
    items: distinct().map((all) => lines(all.map((each, at) => `${escaped(each)} | ${at % 2 ? 'A' : 'B'}`))),
  },
  order: {
    ordered: distinct().map((all) => lines(all.map(escaped))),
    scoring: fc.constantFrom('position', 'adjacent', 'all'),
  },
  short_text: {
    answers: distinct(word).map((all) => `${all[0]}\n${all[1]} | 50 %`),
    patterns: fc.constantFrom('', '/(der )?[nN]il/ | 50 %\n/a\\/b|c\\d+/ | 25 % | fast', 'x.*y'),
    caseSensitive: tick,
    acceptTypos: tick,
  },
  numeric: {
    numbers: fc
      .tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: 0, max: 9 }))
      .map(([n, by]) => `${n}:${by}`),
    unit: fc.constantFrom('', 'cm'),
    units: fc.constantFrom('', 'm | 100\nmm | 0,1'),
    show: fc.constantFrom('input', 'slider'),
    min: fc.constant('-1000'),
    max: fc.constant('1000'),
    step: fc.constant('1'),
  },
  hotspot: {
    ...picture,
    areas: fc
      .tuple(word, word, place, place)
      .map(([a, b, p, q]) => `* ${a} | ${p}\n${b} | ${q} | circle\n${a}s | 10, 10; 50, 20; 30, 60 | poly`),
    isMulti: tick,
  },
  label_image: {
    ...picture,
    zones: fc.tuple(place, place).map(([p, q]) => `${p} | eins | vier\n${q} | zwei | eins\n | drei`),
    hasPenalty: tick,
    isSingle: tick,
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
    ...{ dirRight: tick, dirDown: tick, dirDiagonal: tick, dirRising: tick, dirBackwards: tick },
  },
  crossword: { words: distinct(word).map((all) => lines(all.map((each) => `${each} | Hinweis`))) },
  essay: {
    keywords: distinct(word).map(([a, b, ...more]) =>
      lines([`${a}* | 2 | 3 | Aa`, `${b} | | 2 | ~`, ...more]),
    ),
    rubric: fc.constantFrom('', 'alles | 3\nteils | 1,5\nnichts | 0'),
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

/** Data of a type as its editor would make it. */
export const dataOf = (type: string) => typedOnce(type, typedFields[type] ?? {})

/** Data of what is typed into the fields, where that is any. */
export const typedOnce = (type: string, fields: Record<string, fc.Arbitrary<string>>) => {
  const row = typeOf(type)
  return fc
    .record(fields)
    .map((values) => row?.schema.safeParse(row.fromTyped(values)))
    .filter((parsed) => parsed?.success === true)
    .map((parsed) => parsed?.data)
}

/** A task of the type with its usual points. */
export const element = (type: string, data: unknown): Element => ({
  id: 'e1',
  type,
  prompt: '<p>?</p>',
  points: Math.max(1, usualPoints(type, data)),
  right: '',
  wrong: '',
  ...readSettings({}),
  data,
})
