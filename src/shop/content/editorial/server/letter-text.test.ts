import { expect, test } from 'vitest'
import { readArticleText } from './article-text.ts'
import { letterText } from './letter-text.ts'

const addressOf = (href: string) => (href.startsWith('/') ? `https://aularium.example${href}` : href)

test('addresses of a letter are whole, in both its parts, and HTML of its writer is left out', () => {
  const source =
    '---\ntitle: Post\n---\n\n## Neu\n\nLies [hier](/de/hilfe) <b>mehr</b>.\n\n![Ein Baum](/tree.png)\n'
  const { html, text } = letterText(readArticleText(source), addressOf)
  expect(html).toContain('<a href="https://aularium.example/de/hilfe" style=')
  expect(html).toContain('src="https://aularium.example/tree.png"')
  expect(html).not.toContain('<b>')
  expect(text).toBe('Neu\n\nLies hier (https://aularium.example/de/hilfe) mehr.\n\n[Ein Baum]')
})

test('lists, quotes and tables are read as words', () => {
  const source = '1. eins\n2. zwei\n\n- a\n- b\n\n> Wort\n\n| A | B |\n|---|---|\n| 1 | 2 |\n'
  expect(letterText(readArticleText(source), addressOf).text).toBe(
    '1. eins\n2. zwei\n\n- a\n- b\n\nWort\n\nA | B\n1 | 2',
  )
})
