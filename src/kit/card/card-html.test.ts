import { expect, test } from 'vitest'
import { translator } from '#platform/i18n/translate.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { type CardList, cardHtml } from './card-html.ts'

const bad = `"><script>alert('1')</script>&`
const card: MaterialCard = {
  id: 7,
  world: 'de',
  slug: 'x',
  title: bad,
  url: `/de/material/7/${bad}`,
  author: { id: 1, name: bad, url: '/de' },
  cover: { src: bad, srcset: bad, width: 1, height: 2 } as MaterialCard['cover'],
  currency: 'EUR',
  price: 500,
  finalPrice: 400,
  sale: true,
  rating: { average: 4.5, count: 2 },
  isBundle: true,
  isInteractive: false,
  isNew: true,
  formats: ['pdf', 'docx'],
  hasSolutions: true,
  pageCount: 3,
  materialType: bad,
  grades: bad,
  subject: bad,
  hue: 'numbers',
}
const list: CardList = {
  world: 'de',
  t: translator('de'),
  sizes: '10rem',
  eager: 1,
  title: 'h3',
  canTake: true,
  hasAuthor: true,
  notes: new Map([[7, [bad]]]),
}

test('nothing somebody wrote becomes markup', () => {
  const html = cardHtml(card, 0, list)
  expect(html).not.toMatch(/<script|"">|&(?!amp;|lt;|gt;|quot;)/)
  expect(html.match(/&quot;&gt;&lt;script&gt;/g)?.length).toBe(11)
})

test('two badges at most, and nothing over the cover but below it a sheet that shows itself without it', () => {
  const html = cardHtml(card, 0, list)
  expect(html.match(/class="badge/g)).toHaveLength(2)
  expect(html).toMatch(
    /<div class="card__cover"><span class="card__sheet hue-numbers" aria-hidden="true"><svg.*?<\/svg>[^<]*<\/span><img [^>]*><\/div>/,
  )
})

test('what is free is one press away, above the link of the card, unless nobody is known there', () => {
  const free = { ...card, url: '/de/material/7/x', title: 'Brüche', sale: false, finalPrice: 0 }
  expect(cardHtml(free, 1, list)).toContain(
    '<form class="card__take" method="post" action="/de/material/7/x#free-ways"><button',
  )
  const html = cardHtml(free, 1, { ...list, canTake: false })
  expect(html).not.toContain('claim-free-material')
  expect(html).toContain('<span class="price price--free">Gratis</span>')
})

test('an exercise is said so, and what is new gives way to what it is', () => {
  const of = (kind: Partial<MaterialCard>) => {
    const html = cardHtml({ ...card, sale: false, isBundle: false, ...kind }, 1, list)
    return [...html.matchAll(/class="badge[^>]*>([^<]*)</g)].map(([, text]) => text)
  }
  expect(of({ isInteractive: true })).toEqual(['Interaktiv', 'Neu'])
  expect(of({ isInteractive: true, sale: true })).toEqual(['Angebot', 'Interaktiv'])
  expect(of({ isInteractive: true, isNew: false })).toEqual(['Interaktiv'])
})

test('what a card says', () => {
  const html = cardHtml({ ...card, title: 'Brüche', sale: false, isBundle: false, finalPrice: 0 }, 1, list)
  expect(html).toContain('>Brüche</a></h3>')
  expect(html).toContain('aria-label="Gratis: Brüche herunterladen"')
  expect(html).toContain('loading="lazy" decoding="async"')
  expect(html).toContain('★ 4,5 (2)')
  expect(html).not.toContain('price__old')
  expect(html).toContain('3\u00a0Seiten\u00a0· PDF, Word\u00a0· mit Lösungen')
})

test('a page of one author does not repeat the name on each card', () => {
  const named = { ...card, author: { ...card.author, name: 'Frau Berger' } }
  expect(cardHtml(named, 1, list)).toContain('Frau Berger')
  expect(cardHtml(named, 1, { ...list, hasAuthor: false })).not.toContain('Frau Berger')
})
