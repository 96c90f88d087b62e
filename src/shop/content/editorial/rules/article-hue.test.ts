import { expect, test } from 'vitest'
import { hues } from '#platform/rules/web/subject-hue.ts'
import { articleHue, readingMinutes } from './article-hue.ts'

test('a text keeps its colour', () => {
  for (const key of ['', 'exit-ticket', 'three-levels', 'ä😀']) {
    expect(hues).toContain(articleHue(key))
    expect(articleHue(key)).toBe(articleHue(key))
  }
})

test('reading takes a minute at least', () => {
  expect(readingMinutes('')).toBe(1)
  expect(readingMinutes('word '.repeat(620))).toBe(3)
})
