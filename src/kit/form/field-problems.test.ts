import { expect, test } from 'vitest'
import { translator } from '#platform/i18n/translate.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { type ControlKind, fieldText, problemsIn } from './field-problems.ts'

test('a box is ticked, a list chosen from, a text written: in every world in other words', () => {
  const kinds: ControlKind[] = ['text', 'email', 'select', 'check', 'choices', 'file']
  for (const { world } of liveWorlds()) {
    const texts = kinds.map((kind) => fieldText(translator(world), 'required', { kind }))
    expect(new Set(texts).size).toBe(kinds.length)
  }
  const t = translator('de')
  expect(fieldText(t, 'invalid', { kind: 'check' })).toBe(t('errors:field.check'))
  expect(fieldText(t, 'too_short', { kind: 'text', min: 8 })).toContain('8')
  expect(fieldText(t, 'too_long', { kind: 'text', max: 120 })).toContain('120')
  expect(fieldText(t, 'too_short', { kind: 'text' })).toBe(t('errors:too_short'))
  expect(fieldText(t, 'email_taken', { kind: 'email' })).toBe(t('errors:email_taken'))
})

test('problems are listed in the order of their controls, and only those of the form', () => {
  const html = '<input id="b"><input id="a"><p id="a-error">'
  const problem = (id: string, label: string) => ({ id, label, text: 'x' })
  const problems = [
    problem('a', 'Was ist dir aufgefallen?'),
    problem('b', `Ich stimme zu, ${'und zwar '.repeat(20)}`),
    problem('c', 'Woanders'),
  ]
  const listed = problemsIn(html, problems, 'de')
  expect(listed.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(listed[0]?.label).toMatch(/ …$/)
  expect(listed[1]?.label).toBe('Was ist dir aufgefallen:')
  expect(problemsIn(html, problems, 'fr')[1]?.label).toBe('Was ist dir aufgefallen\u00a0:')
})
