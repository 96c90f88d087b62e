import { expect, test } from 'vitest'
import { bandsOf, likeness, traceOf } from './likeness.ts'

const words = (from: number, count: number) => Array.from({ length: count }, (_, at) => `wort${from + at}`)
const trace = (all: readonly string[]) => traceOf(all.join(' ')) ?? []
const sharesBand = (one: number[], other: number[]) =>
  bandsOf(one).some((band, at) => band === bandsOf(other)[at])

test('a text with some changed words is still alike, another one is not', () => {
  const text = words(0, 400)
  const changed = text.map((word, at) => (at % 80 === 40 ? `${word}neu` : word))
  expect(likeness(trace(text), trace(text))).toBe(1)
  expect(likeness(trace(text), trace(changed))).toBeGreaterThan(0.7)
  expect(sharesBand(trace(text), trace(changed))).toBe(true)
  expect(likeness(trace(text), trace(words(1000, 400)))).toBeLessThan(0.1)
})

test('signs, capitals and lines make no difference; short texts have no trace', () => {
  const text = words(0, 100)
  expect(traceOf(text.join(',\n').toUpperCase())).toEqual(traceOf(text.join(' ')))
  expect(traceOf(words(0, 20).join(' '))).toBeUndefined()
})
