import { expect, test } from 'vitest'
import { translator } from '#platform/i18n/translate.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { linkedPieces } from './linked-words.ts'

test('words of a sentence become links, wherever they stand; the sentence stays whole', () => {
  const links = [
    { words: 'terms', href: '/terms' },
    { words: 'I', href: '/me' },
    { words: 'nowhere', href: '/none' },
  ]
  const pieces = linkedPieces('I accept the terms.', links)
  expect(pieces).toEqual([
    { text: 'I', href: '/me' },
    { text: ' accept the ' },
    { text: 'terms', href: '/terms' },
    { text: '.' },
  ])
})

test('the sentence of the terms names what it links, in every world', () => {
  for (const { world } of liveWorlds()) {
    const t = translator(world)
    const links = [t('signup:agbTerms'), t('signup:agbPrivacy')].map((words) => ({
      words,
      href: `/${words}`,
    }))
    const pieces = linkedPieces(t('signup:agb'), links)
    expect(pieces.filter(({ href }) => href).map(({ text }) => text)).toEqual(links.map(({ words }) => words))
    expect(pieces.map(({ text }) => text).join('')).toBe(t('signup:agb'))
  }
})
