import { expect, test } from 'vitest'
import { element } from '../../../../tests/support/typed-elements.ts'
import { typeOf } from '../task/types.ts'
import { keyLineInWords } from './key-words.ts'

test('a key on paper says in words which statements are false', () => {
  const row = typeOf('true_false')
  const task = element(
    'true_false',
    row?.schema.parse(row.fromTyped({ statements: '* Eis ist kalt.\nEin ✓ ist rot.' })),
  )
  const says = { true: 'richtig', false: 'falsch' }
  expect(row?.solution(task.data).map((line) => keyLineInWords(line, says))).toEqual([
    'richtig: Eis ist kalt.',
    'falsch: Ein ✓ ist rot.',
  ])
  expect(keyLineInWords('✓', says)).toBe('✓')
})
