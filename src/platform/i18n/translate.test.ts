import { describe, expect, test } from 'vitest'
import { liveWorlds } from '#platform/routing/worlds.ts'
import type { Messages } from './messages.ts'
import { createTranslations, translator } from './translate.ts'

const messages: Messages = new Map(
  liveWorlds().map(({ world }) => [
    world,
    {
      common: {
        hello: `hello ${world}`,
        empty: '',
        by: 'by {{name}}',
        n_one: '{{count}} one',
        n_many: '{{count}} many',
        n_other: '{{count}} other',
      },
    },
  ]),
)
const made = createTranslations({ messages, onMissing: (key, world) => `[${world} ${key}]` })

describe('translations', () => {
  test('every world answers in its own words, whoever asked before', () => {
    for (const { world } of liveWorlds()) expect(made.get(world)?.('common:hello')).toBe(`hello ${world}`)
  })
  test('variables are put in as they are: the templates escape', () => {
    expect(made.get('de')?.('common:by', { name: '<b> {{x}}' })).toContain('by <b>')
  })
  test('a variable that is not given is nothing', () => {
    expect(made.get('de')?.('common:by')).toBe('by ')
  })
  test('plurals follow the language, not the world code', () => {
    expect(made.get('fr')?.('common:n', { count: 0 })).toBe('0 one')
    expect(made.get('gr')?.('common:n', { count: 0 })).toBe('0 other')
    expect(made.get('es')?.('common:n', { count: 1_000_000 })).toBe('1000000 many')
    expect(made.get('de')?.('common:n', { count: 1 })).toBe('1 one')
  })
  test('a gap or an empty text is reported, never filled from another language', () => {
    expect(made.get('it')?.('common:nothing')).toBe('[it common:nothing]')
    expect(made.get('it')?.('common:empty')).toBe('[it common:empty]')
    expect(made.get('it')?.('nowhere:x', { a: 1 })).toBe('[it nowhere:x]')
  })
})

test('the shipped texts load, and a missing key throws in tests', () => {
  expect(translator('de')('errors:not_found')).toBe('Das haben wir nicht gefunden.')
  expect(translator('gr')('common:units.pages', { count: 2 })).toBe('2 σελίδες')
  expect(() => translator('de')('common:nothing')).toThrow(/common:nothing/)
})
