import { expect, test } from 'vitest'
import type { FieldErrors } from '#platform/errors.ts'
import { checkedName, givenName } from './public-name.ts'

test.each([
  ['李', '李', undefined],
  ['김', '김', undefined],
  ['Frau K. 👩\u200d🏫', 'Frau K. 👩\u200d🏫', undefined],
  ['می\u200cخواهم', 'می\u200cخواهم', undefined],
  ['\u202eada\u200b', 'ada', undefined],
  ['K', 'K', 'too_short'],
  ['\u200b\u200d', '', 'required'],
  ['a'.repeat(500), 'a'.repeat(500), 'too_long'],
])('the name %j is seen as %j: %s', (typed, seen, problem) => {
  const fields: FieldErrors = {}
  expect(checkedName(typed, fields)).toBe(seen)
  expect(fields.publicName).toBe(problem)
})

test('a name another party says is cut between signs, and none where nothing is left', () => {
  expect(givenName('李')).toBe('李')
  expect(givenName('\u200b')).toBeUndefined()
  expect(givenName('😀'.repeat(300))?.isWellFormed()).toBe(true)
})
