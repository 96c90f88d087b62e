import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { translator } from '#i18n/translate.ts'
import { liveWorldCodes } from '#shared/contract/world.ts'
import { layoutModule } from './compile-layout.ts'
import { renderMail } from './render.ts'
import { type MailVars, templates } from './templates.ts'

const hostile = '<img src=x onerror=alert(1)> "O\'Neill" & $& [[footer]]\r\nBcc: all@school.example'

const vars: MailVars = {
  'confirm-registration': {
    publicName: hostile,
    confirmUrl: 'https://aularium.example/de/registrieren/bestaetigen/x?a=1&b="2"',
    hours: 48,
  },
  'already-registered': { publicName: hostile, loginUrl: 'https://aularium.example/de/login' },
  'order-paid': {
    publicName: hostile,
    orderNumber: 'DE-2026-000017',
    paidAt: new Date('2026-11-21T10:00:00Z'),
    currency: 'EUR',
    items: [
      { title: hostile, priceCents: 450 },
      { title: 'Bruchrechnung', priceCents: 0 },
    ],
    totalCents: 450,
    taxCents: 72,
    taxRateBp: 1900,
    consentAt: new Date('2026-11-21T09:59:00Z'),
    consentTextVersion: '2026-11-01',
    materialsUrl: 'https://aularium.example/de/konto/gekaufte-materialien',
    termsUrl: 'https://aularium.example/de/agb',
  },
  'sale-made': {
    publicName: hostile,
    orderNumber: 'DE-2026-000017',
    currency: 'EUR',
    items: [{ title: hostile, shareCents: 265 }],
    shareCents: 265,
    salesUrl: 'https://aularium.example/de/konto/verkaeufe-und-downloads',
  },
  'question-asked': {
    publicName: hostile,
    title: hostile,
    question: hostile,
    answerUrl: 'https://aularium.example/de/konto/verkauf#question-3',
  },
  'question-answered': {
    publicName: hostile,
    title: hostile,
    question: hostile,
    answer: hostile,
    materialUrl: 'https://aularium.example/de/material/3/brueche#questions',
  },
  'comment-made': {
    publicName: hostile,
    title: hostile,
    writer: hostile,
    comment: hostile,
    commentUrl: 'https://aularium.example/de/post/3#comment-5',
  },
  'free-material': {
    title: hostile,
    author: hostile,
    downloadUrl: 'https://aularium.example/de/gratis-material/x',
    days: 7,
  },
  'material-recommended': {
    sender: hostile,
    title: hostile,
    message: hostile,
    materialUrl: 'https://aularium.example/de/empfehlung/x',
  },
  'rating-request': {
    publicName: hostile,
    orderNumber: 'DE-2026-000017',
    titles: [hostile, 'Bruchrechnung'],
    rateUrl: 'https://aularium.example/de/bewertung/x',
    days: 90,
  },
  'saved-search-news': {
    publicName: hostile,
    searches: [
      { name: hostile, titles: [hostile, 'Igel & Laub'], count: 7 },
      { name: 'Brüche', titles: ['Brüche kürzen'], count: 1 },
    ],
    listUrl: 'https://aularium.example/de/konto#saved-searches',
  },
  'report-received': {
    title: hostile,
    number: 'DE-17',
    materialUrl: 'https://aularium.example/de/material/3/brueche',
  },
}

test('layout.ts is what compile-layout.ts makes', async () => {
  expect(readFileSync(new URL('./layout.ts', import.meta.url), 'utf8')).toBe(await layoutModule())
})

describe.each(liveWorldCodes)('%s', (world) => {
  const t = translator(world)

  test.each([
    templates['confirm-registration'](vars['confirm-registration'], t, world),
    templates['already-registered'](vars['already-registered'], t, world),
    templates['order-paid'](vars['order-paid'], t, world),
    templates['sale-made'](vars['sale-made'], t, world),
    templates['free-material'](vars['free-material'], t, world),
    templates['material-recommended'](vars['material-recommended'], t, world),
    templates['rating-request'](vars['rating-request'], t, world),
  ])('$subject', (content) => {
    const { subject, html, text } = renderMail(content, world)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).not.toContain('<img')
    expect(html.replace('[[footer]]\r\nBcc', '')).not.toMatch(
      /\[\[(?!footer\]\])|<!--\/?(?:row|paragraph|button|note|link)-->/,
    )
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(text).toContain('<img src=x')
    expect(text).not.toContain('{{')
  })
})

test('the order mail holds the sums and the confirmation of the lost right of withdrawal', () => {
  const content = templates['order-paid'](vars['order-paid'], translator('de'), 'de')
  const { text, html } = renderMail(content, 'de')
  expect(text).toContain('Bruchrechnung: 0,00\u00a0€')
  expect(text).toContain('Gesamtbetrag: 4,50\u00a0€')
  expect(text).toContain('darin enthaltene Umsatzsteuer (19 %): 0,72\u00a0€')
  expect(text).toContain('erlischt dein Widerrufsrecht')
  expect(text).toContain('Fassung der Texte: 2026-11-01')
  expect(html).toContain('href="https://aularium.example/de/konto/gekaufte-materialien"')
})
