import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Answers, Widget } from '#exercises/model/task/widget.ts'
import { textOfHtml } from '#exercises/model/text/rich-text.ts'
import { contentSchema, type Element, scoreAnswers } from '#exercises/model/unit.ts'
import { asset, type Format, trips } from '../../../../tests/support/trips.ts'
import { dataOf, element, typedFields, typedOnce } from '../../../../tests/support/typed-elements.ts'
import { distinct, escaped, place, word } from '../../../../tests/support/typed-words.ts'
import { outsideFormats, scoresOtherwise } from '../outgoing/scored-otherwise.ts'

/** Takes the next of some numbers for every choice, so that an answer is made of chance alone. */
function chooser(numbers: readonly number[]) {
  let at = 0
  return <T>(list: readonly T[]): T | undefined => {
    at += 1
    return list[(numbers[at % numbers.length] ?? 0) % Math.max(1, list.length)]
  }
}

/** What could be meant by an answer: everything that stands in the data, whole and by words, near misses of it, and nonsense. */
function candidates(data: unknown): { whole: string[]; near: string[] } {
  const words = JSON.stringify(data).match(/[\p{L}\d.+-]+/gu) ?? []
  const near = words.flatMap((word) => [word, word.toUpperCase(), `${word}x`, `${word} cm`])
  const whole = leaves(data, '').filter(
    (leaf) => !/^[a-z]\d*$|^(true|false|accepts|input|slider|number_line)$|^unit\//.test(leaf),
  )
  return { whole, near }
}
/** What is text or a number in the data; of fractions and settings no answer is made. */
function leaves(data: unknown, key: string): string[] {
  if (typeof data === 'string' || typeof data === 'number')
    return /^(text|word|back|any|pattern|min|max|sample)$|^\d+$/.test(key) ? [String(data)] : []
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, each]) => leaves(each, Array.isArray(data) ? key : name))
}

/** An answer, each part of it by what is seen of it: names and ids are others after a round trip. */
function answered(
  widgets: readonly Widget[],
  data: unknown,
  numbers: readonly number[],
): [string, string[]][] {
  const choose = chooser(numbers)
  const { whole, near } = candidates(data)
  const typed = () => choose(choose([true, true, false]) && whole.length > 0 ? whole : near) ?? ''
  const some = (list: readonly string[]) => list.filter(() => choose([true, false]))
  const one = (list: readonly string[]) => choose(list) ?? ''
  const picked = (seen: readonly string[], isMulti: boolean) => (isMulti ? some(seen) : [one(seen)])
  return widgets.flatMap((widget): [string, string[]][] => {
    switch (widget.kind) {
      case 'choice':
        return [['pick', picked(asSeen(widgets, widget.options).map(label), widget.isMulti)]]
      case 'tokens': {
        const all = widget.tokens.filter(({ value }) => value !== undefined)
        return [['mark', some(all.map((_token, at) => String(at)))]]
      }
      case 'rows':
        return widget.rows.map((row) => [row.text, [one(widget.options.map(label))]])
      case 'gaps':
        return Object.values(widget.gaps).map(({ options }, at) => [
          String(at),
          [options ? one(options.map(label)) : typed()],
        ])
      case 'text':
      case 'slider':
        return [['0', [typed()]]]
      case 'words':
      case 'places':
        return widget.words.map((word) => [word.text, [typed()]])
      case 'cards':
        return widget.cards.flatMap((card) => (card.name ? [[card.front, [typed()]]] : []))
      case 'listen':
        return [[`listen ${widget.name}`, [typed()]]]
      case 'pairs':
        // Done by as many moves as there are cards, or left.
        return choose([true, false]) ? solvedPairs(widget.cards.length) : []
      case 'moment':
        return widget.asks?.kind === 'choice'
          ? [[widget.text, picked(widget.asks.options.map(label), widget.asks.isMulti)]]
          : []
      default:
        return []
    }
  })
}

const solvedPairs = (moves: number): [string, string[]][] => [
  ['pairs', ['on']],
  ['moves', [String(moves)]],
  ['ms', ['60000']],
]

const signs: Readonly<Record<string, string>> = { true: '✓', false: '✗' }
const label = (option: { value: string; text: string }) =>
  (option.text || signs[option.value] || option.value).replace(/^\d+: /, '')

/** Places of a picture are found again by their numbers: H5P has no names for them. */
function asSeen<T extends { text: string }>(widgets: readonly Widget[], options: readonly T[]): readonly T[] {
  const isOnPicture = widgets.some(({ kind }) => kind === 'picture')
  return isOnPicture ? options.map((option, at) => ({ ...option, text: `place ${at + 1}` })) : options
}

/** Pairs are lines of words to drag in H5P, `thing – {{gap}}`: what stands before the gap. */
function lineOf(html: string, id: string): string {
  const line = textOfHtml(html)
    .split('\n')
    .find((each) => each.endsWith(`{{${id}}}`))
  // Two braces are parted when they are read, so that they are no gap.
  return line?.slice(0, -` – {{${id}}}`.length).replace(/\{ (?=\{)/g, '{') ?? ''
}

/** The same answer in the names and ids of other widgets. */
function inWordsOf(widgets: readonly Widget[], said: ReadonlyMap<string, string[]>, asked: string): Answers {
  return Object.fromEntries(
    widgets
      .flatMap(fieldsOf(widgets, said, asked))
      .flatMap(({ name, key, options }): [string, string[]][] => {
        // Some formats ask a statement behind the text of its task.
        const values = said.get(key) ?? said.get(key.slice(key.indexOf(' ') + 1))
        if (values === undefined) return []
        const find = (value: string) => options?.find((option) => label(option) === value)?.value ?? []
        return [[name, options ? values.flatMap(find) : values]]
      }),
  )
}

/** A field of a form, the key its answer has, and the options it is chosen from. */
interface Field {
  name: string
  key: string
  options?: readonly { value: string; text: string }[] | undefined
}

const fieldsOf =
  (widgets: readonly Widget[], said: ReadonlyMap<string, string[]>, asked: string) =>
  (widget: Widget): Field[] => {
    switch (widget.kind) {
      case 'choice':
        // A statement may have become a question with two answers.
        return [
          {
            name: widget.name,
            key: said.has(asked) ? asked : 'pick',
            options: asSeen(widgets, widget.options),
          },
        ]
      case 'tokens': {
        const values = widget.tokens.flatMap(({ value }) => (value ? [value] : []))
        return [{ name: widget.name, key: 'mark', options: values.map(byPlace) }]
      }
      case 'rows':
        return widget.rows.map((row) => ({ name: row.name, key: row.text, options: widget.options }))
      case 'gaps':
        return Object.entries(widget.gaps).map(([name, { options }], at) => {
          const line = lineOf(widget.html, name)
          return { name, key: said.has(line) ? line : String(at), options }
        })
      case 'text':
      case 'slider':
        return [{ name: widget.name, key: '0' }]
      case 'words':
      case 'places':
        return widget.words.map((word) => ({ name: word.name, key: word.text }))
      case 'cards':
        return widget.cards.flatMap((card) => (card.name ? [{ name: card.name, key: card.front }] : []))
      case 'listen':
        return [{ name: widget.name, key: `listen ${widget.name}` }]
      case 'pairs':
        return [
          { name: widget.name, key: 'pairs' },
          { name: 'moves', key: 'moves' },
          { name: 'ms', key: 'ms' },
        ]
      case 'moment':
        return widget.asks?.kind === 'choice'
          ? [{ name: widget.asks.name, key: widget.text, options: widget.asks.options }]
          : []
      default:
        return []
    }
  }

const byPlace = (value: string, at: number) => ({ value, text: String(at) })

/** The points of an answer over all elements a task became. */
interface Worth {
  raw: number
  max: number
  tasks: number
}

/** A task's score is rounded to thousandths, so the sum of several tasks may be off by half a thousandth for each. */
function expectSameWorth(came: Worth, sent: Worth): void {
  expect(came.max).toBe(sent.max)
  expect(Math.abs(came.raw - sent.raw)).toBeLessThanOrEqual((came.tasks - 1) * 0.0005 + 1e-9)
}

function points(elements: readonly Element[], said: [string, string[]][]): Worth {
  const scores = elements.map((each) => {
    const widgets = typeOf(each.type)?.view(each.data, () => 0.999_999) ?? []
    return scoreAnswers(each, inWordsOf(widgets, new Map(said), textOfHtml(each.prompt)))
  })
  const sum = (values: number[]) => Math.round(values.reduce((a, b) => a + b, 0) * 1000) / 1000
  return {
    raw: sum(scores.map(({ raw }) => raw)),
    max: sum(scores.map(({ max }) => max)),
    tasks: scores.length,
  }
}

const types = Object.keys(typedFields)
const tick = fc.constantFrom('', 'on')
const each = (form: (text: string, at: number) => string, of?: typeof word) =>
  distinct(of).map((all) => all.map(form).join('\n'))
const weight = fc.constantFrom('* ', '', '| | 50 %', '| | 33.33333 %', '| | -50 %', '* ', '')

/** What the fields of every type leave out: shares of points, answers of several words, things that fit twice. */
const richer: Readonly<Record<string, Record<string, fc.Arbitrary<string>>>> = {
  choice: {
    options: fc.tuple(distinct(), fc.array(weight, { minLength: 6, maxLength: 6 })).map(([all, weights]) =>
      all
        .map((text, at) => {
          const [before, behind] = weights[at]?.startsWith('*') ? ['* ', ''] : ['', ` ${weights[at]}`]
          return `${before}${escaped(text)}${behind}`
        })
        .join('\n'),
    ),
    isMulti: tick,
    policy: fc.constantFrom('net', 'all', 'weighted'),
  },
  true_false: { statements: distinct().map(([text = '']) => escaped(text)) },
  match: { pairs: each((text, at) => `${escaped(text)} | ${at % 2 ? 'eins' : 'zwei'}`) },
  gap_text: {
    gapText: distinct(word).map((all) =>
      all.map((one) => `${one} *${one}n/50%${one}s:kurz* & so`).join(', '),
    ),
    caseSensitive: tick,
    acceptTypos: tick,
  },
  short_text: {
    answers: each((text, at) => (at === 1 ? `${text}*e | 25 %` : `${text} & <${text}>`), word),
    caseSensitive: tick,
    acceptTypos: fc.constant(''),
  },
  numeric: {
    numbers: fc
      .uniqueArray(fc.integer({ min: -9999, max: 9999 }), { minLength: 1, maxLength: 3 })
      .map((all) => all.map((number, at) => `${number / 100}${at === 0 ? '' : ' | 50 %'}`).join('\n')),
    show: fc.constantFrom('input', 'slider', 'number_line'),
  },
  // Words that fit one place each, the only ones QTI has a counterpart of.
  label_image: {
    picture: fc.constant(''),
    alt: word,
    zones: fc.tuple(place, place).map(([p, q]) => `${p} | eins | vier\n${q} | zwei\n | drei`),
    hasPenalty: tick,
    isSingle: tick,
  },
  hotspot: {
    picture: fc.constant(''),
    alt: word,
    areas: fc.tuple(place, place).map(([p, q]) => `* eins | ${p}\nzwei | ${q} | circle`),
    isMulti: tick,
  },
  essay: { keywords: fc.constant(''), sample: word, min: fc.constant('0'), max: fc.constant('900') },
}
const anyData = (type: string) => {
  const more = richer[type]
  return more ? fc.oneof(dataOf(type), typedOnce(type, more)) : dataOf(type)
}

type Given = [data: unknown, numbers: number[], worth: number]
const givenOf = (type: string): fc.Arbitrary<Given> =>
  fc.tuple(
    anyData(type),
    fc.array(fc.nat(9999), { minLength: 7, maxLength: 13 }),
    fc.integer({ min: 1, max: 20 }),
  )
type Points = ReturnType<typeof points>

/** One answer to one task before and after its way; a word where the format has none for it, or says that it scores it otherwise. */
function travelled(
  format: Format,
  type: string,
  [data, numbers, worth]: Given,
): { sent: Points; came: Points } | 'left out' | 'otherwise' {
  const shown = withPicture(data)
  const sent = element(type, shown)
  if (!['gift', 'aiken', 'h5p'].includes(format)) sent.points = worth
  const content = contentSchema.parse({ title: 'x', pages: [{ id: 'p', title: '', elements: [sent] }] })
  const { leftOut, found } = trips[format](content)
  if (leftOut.length > 0) return 'left out'
  const outside = outsideFormats.find((each) => each === format.replace('22', ''))
  if (outside && scoresOtherwise(outside, sent)) return 'otherwise'
  if (typeof found === 'string') throw new Error(found)
  const back = found.pages.flatMap((page) => page.elements).map((each) => ({ ...each, id: 'e1' }))
  const said = answered(typeOf(type)?.view(shown, () => 0.999_999) ?? [], shown, numbers)
  return { sent: points([sent], said), came: points(back, said) }
}

describe.each(Object.keys(trips) as Format[])('%s', (format) => {
  test.each(types)(
    '%s: an answer is worth what it was, or the format is said to score it otherwise',
    (type) => {
      fc.assert(
        fc.property(givenOf(type), (given) => {
          const found = travelled(format, type, given)
          if (typeof found === 'object') expectSameWorth(found.came, found.sent)
        }),
        { numRuns: Number(process.env.RUNS ?? 12) },
      )
    },
  )
})

/**
 * Which formats take a type along and score it as it is scored here, at least for some of its tasks. Behind `|`: where answers
 * are worth nothing before a teacher has looked.
 */
const supported: Readonly<Record<string, string>> = {
  choice: 'gift aiken moodle csv qti qti22 h5p',
  true_false: 'gift aiken moodle csv qti qti22 h5p',
  gap_text: 'moodle csv qti qti22 h5p',
  gap_select: 'moodle csv qti qti22 h5p',
  gap_drag: 'moodle csv qti qti22 h5p',
  mark_words: 'csv qti qti22 h5p',
  match: 'gift moodle csv qti qti22 h5p',
  categorize: 'moodle csv qti qti22 h5p',
  order: 'moodle csv qti qti22 h5p',
  short_text: 'gift moodle csv qti qti22',
  numeric: 'gift moodle csv qti qti22',
  hotspot: 'csv qti qti22 h5p',
  label_image: 'csv qti qti22 h5p',
  memory: 'csv',
  flashcards: 'csv h5p',
  dictation: 'csv',
  crossword: 'csv h5p',
  word_search: 'csv',
  video_quiz: 'csv',
  essay: 'csv h5p | gift moodle qti qti22',
  open_answer: '| csv qti qti22',
  upload: '| csv qti qti22',
  draw: '| csv qti qti22',
  upload_draw: '| csv',
  poll: '| csv',
  scale: '| csv',
  word_cloud: '| csv',
  info: '| gift moodle csv h5p',
  media: '| csv h5p',
  audio: '| moodle csv h5p',
  embed: '| csv',
  accordion: '| csv h5p',
  timeline: '| csv',
  image_hotspots: '| csv',
}

test('each type stands in the table of what formats take along', () => {
  expect(Object.keys(supported).toSorted()).toEqual(types.toSorted())
})

test.each(Object.entries(supported))(
  '%s is tested in %s, with answers that are worth something',
  (type, row) => {
    const [scored = [], unscored = []] = row.split('|').map((part) => part.split(' ').filter(Boolean))
    // The same sixty tasks and answers each time.
    const given = fc.sample(givenOf(type), { numRuns: 60, seed: 20261127 })
    const tested = (Object.keys(trips) as Format[]).flatMap((format) => {
      const runs = given
        .map((each) => travelled(format, type, each))
        .filter((found) => typeof found === 'object')
      for (const { sent, came } of runs) expectSameWorth(came, sent)
      return runs.length === 0 ? [] : [{ format, hits: runs.filter(({ sent }) => sent.raw > 0).length }]
    })
    const withHits = tested.filter(({ hits }) => hits > 0).map(({ format }) => format)
    const without = tested.filter(({ hits }) => hits === 0).map(({ format }) => format)
    expect([withHits.toSorted(), without.toSorted()]).toEqual([scored.toSorted(), unscored.toSorted()])
  },
)

/** Data whose picture is there: a question without it stays at home. */
function withPicture(data: unknown): unknown {
  const own = data as { picture?: { asset: string } }
  return own.picture?.asset === '' ? { ...own, picture: { ...own.picture, asset, alt: 'Karte' } } : data
}
