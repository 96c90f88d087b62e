import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seeded, shuffled } from '#platform/rules/random.ts'
import { dataOf, element, typedFields } from '../../../../tests/support/typed-elements.ts'
import { writeCell } from '../text/grid-cells.ts'
import { publicView, scoreAnswers, scoreResponse } from '../unit.ts'
import { elementTypes, typeOf } from './types.ts'
import type { Answers, Widget } from './widget.ts'

/** Everything a form could send: all options of all fields at once, or a text everywhere. */
function everything(widgets: readonly Widget[], text: string): Answers {
  return Object.assign({}, ...widgets.map((widget) => everythingOf(widget, widgets, text)))
}

function everythingOf(widget: Widget, widgets: readonly Widget[], text: string): Answers {
  switch (widget.kind) {
    case 'choice':
      return { [widget.name]: valuesOf(widget.options) }
    case 'moment':
      return widget.asks ? everything([widget.asks], text) : {}
    case 'tokens':
      return { [widget.name]: widget.tokens.flatMap(({ value }) => value ?? []) }
    case 'rows':
      return sameForAll(widget.rows, valuesOf(widget.options))
    case 'gaps':
      return Object.fromEntries(
        Object.entries(widget.gaps).map(([id, { options }]) => [id, options ? valuesOf(options) : [text]]),
      )
    case 'text':
    case 'slider':
    case 'listen':
    case 'drawing':
    case 'file':
      return { [widget.name]: [text] }
    case 'words':
    case 'cards':
      return sameForAll(widget.kind === 'words' ? widget.words : widget.cards, [text])
    case 'pairs': {
      const values = valuesOf(widget.cards)
      return { [widget.name]: ['on'], ...Object.fromEntries(values.map((name) => [name, values])) }
    }
    case 'places':
      // As it was sent while words were ticked, too.
      return {
        found: widget.words.map(({ name }) => name),
        ...sameForAll(widget.words, [everyCell(widgets)]),
      }
    default:
      return {}
  }
}

const valuesOf = (options: readonly { value: string }[]) => options.map(({ value }) => value)

const sameForAll = (fields: readonly { name?: string | undefined }[], answer: string[]): Answers =>
  Object.fromEntries(fields.flatMap(({ name }) => (name ? [[name, answer]] : [])))

/** Every cell of a square, in the words of somebody who does not look. */
const everyCell = (widgets: readonly Widget[]) =>
  widgets
    .flatMap((widget) => (widget.kind === 'grid' ? widget.rows : []))
    .flatMap((row, y) => row.map((_cell, x) => writeCell({ x, y })))
    .join('; ')

test('every type is tried here', () =>
  expect(Object.keys(typedFields).sort()).toEqual(elementTypes.map(({ type }) => type).sort()))

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

/** The same answers in any order: of names and of what is said under each of them. */
const shaken = (answers: Answers, seed: string): Answers => {
  const random = seeded(seed)
  const entries = Object.entries(answers).map(([name, values]) => [name, shuffled(values, random)] as const)
  return Object.fromEntries(shuffled(entries, random))
}

test.each(elementTypes.filter(({ kind }) => kind === 'scored').map(({ type }) => [type]))(
  'in which order an answer to %s was given does not matter',
  (type) => {
    fc.assert(
      fc.property(dataOf(type), fc.string(), fc.string(), (data, text, seed) => {
        const widgets = typeOf(type)?.view(data, Math.random) ?? []
        const all = everything(widgets, text)
        // Where one is chosen of several, the first that is sent counts: nobody can send two by hand.
        const some = Object.fromEntries(
          Object.entries(all).map(([name, values]) => [
            name,
            isMulti(widgets, name) ? values : values.slice(0, 1),
          ]),
        )
        const score = scoreAnswers(element(type, data), some)
        expect(scoreAnswers(element(type, data), shaken(some, seed)).raw).toBe(score.raw)
      }),
      { numRuns: 40 },
    )
  },
)

/** Whether a field takes several values. */
function isMulti(widgets: readonly Widget[], name: string): boolean {
  return widgets.some((widget) => {
    if (widget.kind === 'moment') return widget.asks !== undefined && isMulti([widget.asks], name)
    if (widget.kind === 'tokens') return widget.name === name
    if (widget.kind === 'choice') return widget.name === name && widget.isMulti
    return widget.kind === 'rows' && widget.isMulti === true
  })
}

/** Types in which somebody could tick everything there is. */
test.each(['choice', 'mark_words', 'hotspot', 'video_quiz', 'match', 'word_search', 'memory'])(
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
