import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { seeded } from '#platform/rules/random.ts'
import { languageOf } from '../../../text/stop-words.ts'
import { type QuizItem, quizItems } from './items.ts'

const source = (world: string) =>
  JSON.parse(readFileSync(`locales/${world}/ai-tools.json`, 'utf8')).examples.quiz.source as string

const filled = (item: QuizItem) =>
  'answer' in item ? item.sentence.replace('_______', item.answer) : item.source

describe.each(liveWorldCodes)('%s', (language) => {
  const text = source(language)

  test('answers stand in the text; options are distinct, the key is one of them and not known by its length', () => {
    let longest = 0
    let choices = 0
    const places = [0, 0, 0, 0]
    for (let seed = 0; seed < 40; seed += 1) {
      const items = quizItems(text, { count: 6, kind: 'mixed', language, random: seeded(`${seed}`) })
      expect(items).toHaveLength(6)
      expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(6)
      for (const item of items) {
        expect(text).toContain(filled(item))
        if (item.kind === 'true_false') expect(item.isTrue).toBe(item.statement === item.source)
        if (item.kind !== 'choice') continue
        choices += 1
        expect(item.options).toHaveLength(4)
        expect(new Set(item.options.map((option) => option.toLocaleLowerCase())).size).toBe(4)
        expect(item.options.filter((option) => option === item.answer)).toHaveLength(1)
        const place = item.options.indexOf(item.answer)
        places[place] = (places[place] ?? 0) + 1
        if (item.options.every((option) => option === item.answer || option.length < item.answer.length))
          longest += 1
      }
    }
    expect(longest / choices).toBeLessThanOrEqual(0.35)
    for (const count of places) expect(count).toBeGreaterThan(choices / 8)
  })

  test('its language is known', () => expect(languageOf(text)).toBe(language))
})

test('whatever is typed makes questions or none', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.constantFrom(...liveWorldCodes),
      (text, language) => {
        for (const item of quizItems(text, { count: 5, kind: 'mixed', language, random: seeded('x') }))
          expect(filled(item).length).toBeGreaterThan(0)
      },
    ),
  )
})
