import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { authorAddress, expect, logInBrowser, type Published, schoolHubAddress, test } from './fixtures.ts'
import { layoutProblems } from './layout-audit.ts'

const de = { world: 'de' } as const
const gr = { world: 'gr' } as const

type Address = (published: Published, client: Client) => string | Promise<string>

/** A page of each template, in the languages with the longest words. */
const templates: Readonly<Record<string, Address>> = {
  landing: () => '/',
  home: () => url('home', de),
  'home in Greek': () => url('home', gr),
  'home in French': () => url('home', { world: 'fr' }),
  search: () => url('search', { ...de, query: { query: 'bruchrechnung' } }),
  'search for nothing': () => url('search', { ...de, query: { query: 'xqzvwk' } }),
  material: ({ url: address }) => address,
  'hub of a school type': (_published, client) => schoolHubAddress(client, 'fr'),
  'hub in Greek': (_published, client) => schoolHubAddress(client, 'gr'),
  author: (published, client) => authorAddress(client, published),
  cart: () => url('cart', de),
  favorites: () => url('favorites', de),
  login: () => url('login', de),
  register: () => url('register', gr),
  magazine: () => url('magazine', { world: 'fr' }),
  'article of the magazine': () => url('magazine-article', { ...de, id: 2, slug: 'ein-blatt-drei-wege' }),
  'mental health': () => url('mental-health', { world: 'fr' }),
  podcast: () => url('podcast', gr),
  faq: () => url('faq', de),
  help: () => url('help-center', { world: 'it' }),
  homeschooling: () => url('homeschooling', { world: 'es' }),
  sellers: () => url('seller-landing', de),
}
const ownTemplates: Readonly<Record<string, Address>> = {
  account: () => url('account', de),
  sales: () => url('cabinet-sales', de),
  upload: () => url('upload', de),
  edit: ({ id }) => url('edit-material', { ...de, materialId: id }),
  profile: () => url('my-author-profile', de),
  bought: () => url('bought-materials', de),
}

for (const [name, address] of Object.entries(templates))
  test(`${name}: nothing lies over a text, is cut or too small to hit`, async ({
    page,
    client,
    published,
  }) => {
    await expectSoundLayout(page, await address(published, client))
  })

for (const [name, address] of Object.entries(ownTemplates))
  test(`${name}: nothing lies over a text, is cut or too small to hit`, async ({
    page,
    client,
    published,
  }) => {
    await logInBrowser(page, client, 'seller@aularium.example')
    await expectSoundLayout(page, await address(published, client))
  })

/** At four widths, with the fonts of the page and with those that stand in for them. */
async function expectSoundLayout(page: Page, address: string): Promise<void> {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const fonts of ['own', 'others'] as const) {
    if (fonts === 'others') await page.route(/\.woff2(\?|$)/, (route) => route.fulfill({ status: 204 }))
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(address)
      expect.soft(await page.evaluate(layoutProblems), `${width} px, ${fonts} fonts`).toEqual([])
    }
  }
}
