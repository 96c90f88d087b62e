import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dataOf, element, typedFields, typedOnce } from '../../../tests/support/typed-elements.ts'
import { distinct, escaped, word } from '../../../tests/support/typed-words.ts'
import { h5pFiles } from './export-h5p.ts'
import { qtiFiles } from './export-qti.ts'
import { qti22Files } from './export-qti22.ts'
import { exportUnit } from './exports.ts'
import { importH5p } from './import-h5p.ts'
import { importQti } from './import-qti.ts'
import type { Imported } from './imported.ts'
import { importAiken, importCsv, importGift, importMoodle } from './imports.ts'
import { type OutsideFormat, outsideFormats, scoresOtherwise } from './scored-otherwise.ts'
import { typeOf } from './types.ts'
import { contentSchema, type Element, scoreAnswers, type UnitContent } from './unit.ts'
import type { Answers, Widget } from './widget.ts'

type Trip = (content: UnitContent) => { leftOut: string[]; found: Imported | string }
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000003e8000003e8', 'hex')
const asset = `unit/0b/${'b'.repeat(64)}.webp`

const text =
  (
    format: 'gift' | 'aiken' | 'moodle' | 'csv',
    read: (text: string, title: string) => Imported | string,
  ): Trip =>
  (content) => {
    const { text: sent, leftOut } = exportUnit(content, format)
    return { leftOut, found: read(sent, 'x') }
  }
const qti =
  (write: typeof qtiFiles): Trip =>
  (content) => {
    const { files, leftOut } = write(content, () => ({ width: 1000, height: 1000 }))
    const items = Object.entries(files).filter(([name]) => name.startsWith('items/'))
    const texts = items.map(([name, source]) => ({ name, text: source }))
    return { leftOut, found: importQti(texts, 'x', () => png) }
  }
const h5p: Trip = (content) => {
  const { files, leftOut } = h5pFiles(content, 'de', () => ({ width: 1000, height: 1000 }))
  const { mainLibrary: library, title } = JSON.parse(files['h5p.json'] ?? '')
  const json = JSON.parse(files['content/content.json'] ?? '')
  return { leftOut, found: importH5p({ library, title, content: json }, () => png) }
}
const trips: Record<OutsideFormat | 'csv' | 'qti22', Trip> = {
  gift: text('gift', importGift),
  aiken: text('aiken', importAiken),
  moodle: text('moodle', importMoodle),
  csv: text('csv', importCsv),
  qti: qti(qtiFiles),
  qti22: qti(qti22Files),
  h5p,
}

/** Takes the next of some numbers for every choice, so that an answer is made of chance alone. */
function chooser(numbers: readonly number[]) {
  let at = 0
  return <T>(list: readonly T[]): T | undefined => {
    at += 1
    return list[(numbers[at % numbers.length] ?? 0) % Math.max(1, list.length)]
  }
}

/** What could be meant by an answer: everything that stands in the data, near misses of it, and nonsense. */
function candidates(data: unknown): string[] {
  const words = JSON.stringify(data).match(/[\p{L}\d.+-]+/gu) ?? []
  return words.flatMap((word) => [word, word.toUpperCase(), `${word}x`, `${word} cm`])
}

/** An answer, each part of it by what is seen of it: names and ids are others after a round trip. */
function answered(
  widgets: readonly Widget[],
  data: unknown,
  numbers: readonly number[],
): [string, string[]][] {
  const choose = chooser(numbers)
  const typed = candidates(data)
  const some = (list: readonly string[]) => list.filter(() => choose([true, false]))
  return widgets.flatMap((widget): [string, string[]][] => {
    if (widget.kind === 'choice') {
      const seen = widget.options.map(label)
      return [['pick', widget.isMulti ? some(seen) : [choose(seen) ?? '']]]
    }
    if (widget.kind === 'tokens') {
      const all = widget.tokens.filter(({ value }) => value !== undefined)
      return [['mark', some(all.map((_token, at) => String(at)))]]
    }
    if (widget.kind === 'rows')
      return widget.rows.map((row) => [row.text, [choose(widget.options.map(label)) ?? '']])
    if (widget.kind === 'gaps')
      return Object.values(widget.gaps).map((gap, at) => [
        String(at),
        [choose(gap.options?.map(label) ?? typed) ?? ''],
      ])
    if (widget.kind === 'text' || widget.kind === 'slider') return [['0', [choose(typed) ?? '']]]
    if (widget.kind === 'words' || widget.kind === 'places')
      return widget.words.map((word) => [word.text, [choose(typed) ?? '']])
    if (widget.kind === 'cards')
      return widget.cards.flatMap((card) => (card.name ? [[card.front, [choose(typed) ?? '']]] : []))
    return []
  })
}

const signs: Readonly<Record<string, string>> = { true: '✓', false: '✗' }
const label = (option: { value: string; text: string }) =>
  (option.text || signs[option.value] || option.value).replace(/^\d+: /, '')

/** The same answer in the names and ids of other widgets. */
function inWordsOf(widgets: readonly Widget[], said: ReadonlyMap<string, string[]>): Answers {
  const answers: Record<string, string[]> = {}
  const put = (name: string, key: string, options?: readonly { value: string; text: string }[]) => {
    // Some formats ask a statement behind the text of its task.
    const values = said.get(key) ?? said.get(key.slice(key.indexOf(' ') + 1))
    if (values === undefined) return
    answers[name] = options
      ? values.flatMap((value) => options.find((option) => label(option) === value)?.value ?? [])
      : values
  }
  for (const widget of widgets) {
    if (widget.kind === 'choice') put(widget.name, 'pick', widget.options)
    if (widget.kind === 'tokens')
      put(widget.name, 'mark', widget.tokens.flatMap(({ value }) => (value ? [value] : [])).map(byPlace))
    if (widget.kind === 'rows') for (const row of widget.rows) put(row.name, row.text, widget.options)
    if (widget.kind === 'gaps')
      for (const [at, [id, gap]] of Object.entries(widget.gaps).entries()) put(id, String(at), gap.options)
    if (widget.kind === 'text' || widget.kind === 'slider') put(widget.name, '0')
    if (widget.kind === 'words' || widget.kind === 'places')
      for (const word of widget.words) put(word.name, word.text)
    if (widget.kind === 'cards') for (const card of widget.cards) if (card.name) put(card.name, card.front)
  }
  return answers
}
const byPlace = (value: string, at: number) => ({ value, text: String(at) })

/** The points of an answer over all elements a task became. */
function points(elements: readonly Element[], said: [string, string[]][]): { raw: number; max: number } {
  const scores = elements.map((each) => {
    const widgets = typeOf(each.type)?.view(each.data, () => 0.999_999) ?? []
    return scoreAnswers(each, inWordsOf(widgets, new Map(said)))
  })
  const sum = (values: number[]) => Math.round(values.reduce((a, b) => a + b, 0) * 1000) / 1000
  return { raw: sum(scores.map(({ raw }) => raw)), max: sum(scores.map(({ max }) => max)) }
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
  essay: { keywords: fc.constant(''), sample: word, min: fc.constant('0'), max: fc.constant('900') },
}
const anyData = (type: string) => {
  const more = richer[type]
  return more ? fc.oneof(dataOf(type), typedOnce(type, more)) : dataOf(type)
}

describe.each(Object.entries(trips))('%s', (format, trip) => {
  test.each(types)(
    '%s: an answer is worth what it was, or the format is said to score it otherwise',
    (type) => {
      const usual = ['gift', 'aiken', 'h5p'].includes(format)
      fc.assert(
        fc.property(
          anyData(type),
          fc.array(fc.nat(9999), { minLength: 7, maxLength: 13 }),
          fc.integer({ min: 1, max: 20 }),
          (data, numbers, worth) => {
            const shown = withPicture(data)
            const sent = element(type, shown)
            if (!usual) sent.points = worth
            const content = contentSchema.parse({
              title: 'x',
              pages: [{ id: 'p', title: '', elements: [sent] }],
            })
            const { leftOut, found } = trip(content)
            const outside = outsideFormats.find((each) => each === format.replace('22', ''))
            if (leftOut.length > 0 || (outside && scoresOtherwise(outside, sent))) return
            if (typeof found === 'string') throw new Error(found)
            const back = found.pages.flatMap((page) => page.elements).map((each) => ({ ...each, id: 'e1' }))
            const widgets = typeOf(type)?.view(shown, () => 0.999_999) ?? []
            const said = answered(widgets, shown, numbers)
            expect(points(back, said)).toEqual(points([sent], said))
          },
        ),
        { numRuns: Number(process.env.RUNS ?? 12) },
      )
    },
  )
})

/** Data whose picture is there: a question without it stays at home. */
function withPicture(data: unknown): unknown {
  const own = data as { picture?: { asset: string } }
  return own.picture?.asset === '' ? { ...own, picture: { ...own.picture, asset, alt: 'Karte' } } : data
}
