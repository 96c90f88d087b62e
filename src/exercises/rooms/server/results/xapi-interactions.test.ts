import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import { translator } from '#platform/i18n/translate.ts'
import { dataOf, element, typedOnce } from '../../../../../tests/support/typed-elements.ts'
import { interactionOf } from './xapi-interactions.ts'

const t = translator('de')
const of = (type: string, data: unknown) => interactionOf(element(type, data), 'de', t)
const typed = (type: string, fields: Record<string, string>) => typeOf(type)?.fromTyped(fields)
const parts = (text = '') => text.split(/\[[,.]\]/)

/** Each type, and what xAPI calls what it asks for. */
const kinds: Record<string, readonly string[]> = {
  choice: ['choice'],
  true_false: ['true-false', 'matching'],
  gap_text: ['fill-in'],
  gap_select: ['matching'],
  gap_drag: ['matching'],
  mark_words: ['choice'],
  match: ['matching'],
  categorize: ['matching'],
  order: ['sequencing'],
  short_text: ['fill-in'],
  numeric: ['numeric'],
  hotspot: ['choice'],
  label_image: ['matching'],
  memory: ['performance'],
  flashcards: ['fill-in', 'other'],
  dictation: ['long-fill-in'],
  video_quiz: ['other'],
  word_search: ['choice', 'fill-in'],
  crossword: ['fill-in'],
  essay: ['long-fill-in'],
  draw: ['performance'],
  upload: ['performance'],
  upload_draw: ['performance'],
  poll: ['choice'],
  scale: ['likert'],
  word_cloud: ['long-fill-in'],
  open_answer: ['long-fill-in'],
}

test('every kind of interaction there is has its tasks', () => {
  const all = ['true-false', 'choice', 'fill-in', 'long-fill-in', 'matching', 'performance', 'sequencing']
  expect(new Set(Object.values(kinds).flat())).toEqual(new Set([...all, 'likert', 'numeric', 'other']))
})

describe.each(Object.entries(kinds))('%s', (type, names) => {
  test('is named, and its key speaks of what may be answered', () => {
    fc.assert(
      fc.property(dataOf(type), (data) => {
        const { definition } = of(type, data)
        expect(names).toContain(definition.interactionType)
        const { correctResponsesPattern: right, ...rest } = definition as Record<string, never>
        const lists = (['choices', 'scale', 'steps', 'source', 'target'] as const).flatMap((name) =>
          rest[name] ? [rest[name] as { id: string; description: { de: string } }[]] : [],
        )
        for (const list of lists) {
          expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
          for (const { id, description } of list) {
            expect(id).toMatch(/^\S+$/)
            expect(typeof description.de).toBe('string')
          }
        }
        if (!right || !['choice', 'matching', 'sequencing'].includes(definition.interactionType as string))
          return
        const known = new Set(lists.flat().map(({ id }) => id))
        expect((right as string[]).flatMap(parts).filter((id) => !known.has(id))).toEqual([])
      }),
      { numRuns: 20 },
    )
  })
})

test('answers are written as xAPI wants them, right ones as their key', () => {
  const gaps = of('gap_select', typed('gap_select', { selectText: 'In *Rom/Bonn* und *Paris/Kiel*' }))
  expect(gaps.response({ g1: ['a'], g2: ['b'] }, [])).toBe('g1[.]g1-a[,]g2[.]g2-b')
  expect(gaps.definition.correctResponsesPattern).toEqual(['g1[.]g1-a[,]g2[.]g2-a'])

  const order = of('order', typed('order', { ordered: 'eins\nzwei\ndrei' }))
  expect(order.response({ a: ['2'], b: ['1'], c: ['3'] }, [])).toBe('b[,]a[,]c')
  expect(order.definition.correctResponsesPattern).toEqual(['a[,]b[,]c'])

  const number = of('numeric', typed('numeric', { numbers: '4:0,5', show: 'input' }))
  expect(number.response({ number: ['3,5'] }, [])).toBe('3.5')
  expect(number.definition.correctResponsesPattern).toEqual(['3.5[:]4.5'])

  const one = of('true_false', typed('true_false', { statements: '* Rom liegt am Tiber.' }))
  expect(one.response({ a: ['false'] }, [])).toBe('false')
  expect(one.definition).toEqual({ interactionType: 'true-false', correctResponsesPattern: ['true'] })

  const strict = of('gap_text', typed('gap_text', { gapText: '*Rom* und *Bonn*', caseSensitive: 'on' }))
  expect(strict.response({ g1: ['R[,]om'] }, [])).toBe('R,om[,]')
  expect(strict.definition.correctResponsesPattern).toEqual(['{case_matters=true}Rom[,]Bonn'])

  const places = of(
    'label_image',
    typed('label_image', { alt: 'Karte', zones: '0,0,9,9 | Rom\n50,50,9,9 | Bonn' }),
  )
  expect(places.response({ ia: ['b'] }, [])).toBe('ia[.]b')
  expect(places.definition.correctResponsesPattern).toEqual(['ia[.]a[,]ib[.]b'])

  const pupil = of('essay', typed('essay', { min: '0', max: '100' }))
  expect(pupil.response({ text: ['**so**'] }, ['so'])).toBe('so')
})

test('who points at a picture is read as who picks its name', () => {
  const data = typedOnce('hotspot', {
    picture: fc.constant(''),
    alt: fc.constant('Karte'),
    areas: fc.constant('* Rom | 10, 10, 20, 20\nBonn | 60, 60, 20, 20'),
  })
  const { response } = of('hotspot', fc.sample(data, 1)[0])
  expect([response({ area: ['a'] }, []), response({ point: ['15, 15'] }, [])]).toEqual(['a', 'a'])
})
