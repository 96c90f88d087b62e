import { expect, test } from 'vitest'
import { textFacts } from './reading-ease.ts'

test('short words in short sentences are easy, long words in long ones are not', () => {
  expect(textFacts('Die Katze schläft. Der Hund bellt. Es ist warm.')).toMatchObject({
    words: 9,
    ease: 'very-easy',
  })
  const law =
    'Die Verarbeitung personenbezogener Daten erfolgt ausschließlich aufgrund berechtigter Interessen der verantwortlichen Gesellschaft gemäß den datenschutzrechtlichen Bestimmungen der Grundverordnung'
  expect(textFacts(law)).toMatchObject({ ease: 'very-hard' })
})

test('marks, addresses and anchors are no words; a heading and an item are sentences', () => {
  expect(textFacts('## Zwei Worte { #data_protection }\n\n- [eins](route:terms)\n- **zwei**').words).toBe(4)
  expect(textFacts('```\n{ "error": 1 }\n```\n').words).toBe(0)
  expect(textFacts('Γιατί; Επειδή βρέχει.')).toMatchObject({ words: 3, ease: 'very-easy' })
  expect(textFacts('')).toMatchObject({ words: 0, minutes: 1 })
})
