import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page, type Response } from '@playwright/test'
import { type Translate, translator } from '#platform/i18n/translate.ts'
import { localizedPath, url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { htmlProblems } from '../html/validate.ts'
import { type Client, createClient } from '../support/http-client.ts'
import { refusedConsent } from './consent.ts'

/** The material that the author of the journeys published before they began. */
export interface Published {
  id: number
  title: string
  url: string
  price: number
  /** SHA-256 of the file that was uploaded, hex. */
  sha256: string
  fileName: string
}

export const resultsFolder = join(import.meta.dirname, '../../test-results')
export const publishedFile = join(resultsFolder, 'published.json')
export const castPassword = 'Aularium-2026!'

interface Fixtures {
  /** Fails the test at its end when the page wrote an error, or something it asked for did not come. */
  watched: undefined
  published: Published
  /** A caller without a browser, on the same server. */
  client: Client
}

export const test = base.extend<Fixtures>({
  watched: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        // A page that answers 4xx says so itself; Chromium repeats it as an error.
        const isStatus = /Failed to load resource: the server responded with a status of 4\d\d/.test(
          message.text(),
        )
        if (message.type() === 'error' && !isStatus && !isCutOff(message.text()))
          complaints.push(`console: ${message.text()}`)
      })
      page.on('pageerror', (error) => {
        // The browser itself gives up an animation between two pages when the new one already stands or is left again.
        const isLateAnimation = /^Transition was (?:aborted because of invalid state|skipped)\b/.test(
          error.message,
        )
        if (!isLateAnimation) complaints.push(`script: ${error.message}`)
      })
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? ''
        // What a new navigation cuts off is not missing.
        if (!/ERR_ABORTED/.test(reason) && !isCutOff(reason))
          complaints.push(`request: ${request.url()} ${reason}`)
      })
      page.on('response', (response) => {
        if (response.status() >= 500 || (response.status() === 404 && isPart(response))) {
          complaints.push(`answer: ${response.status()} ${response.url()}`)
        }
      })
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  // Without cookies a browser has not answered the question for consent either: journeys that log out by it stay with their answer.
  context: async ({ context }, use) => {
    const clear = context.clearCookies.bind(context)
    context.clearCookies = async (options) => {
      await clear(options)
      await context.addCookies([refusedConsent])
    }
    await use(context)
  },
  // biome insists on an object pattern: Playwright reads the names of the fixtures from it.
  published: async ({ baseURL: _baseURL }, use) => {
    await use(JSON.parse(readFileSync(publishedFile, 'utf8')) as Published)
  },
  client: async ({ baseURL }, use) => {
    const client = createClient(baseURL ?? '')
    await use(client)
    client.close()
  },
})

export { expect } from '@playwright/test'

/** Only a journey that takes the network away itself meets this. */
function isCutOff(text: string): boolean {
  return text.includes('ERR_INTERNET_DISCONNECTED')
}

function isPart(response: Response): boolean {
  return response.request().resourceType() !== 'document'
}

/** The words of a world, as its pages have them. */
export function words(world: LiveWorld): Translate {
  return translator(world)
}

/** The author of the material the journeys published: the seller of the cast, with years of catalogue. */
export async function authorAddress(client: Client, { id }: Pick<Published, 'id'>): Promise<string> {
  const answer = await client.get(`/api/v1/materials/${id}?world=de`)
  return answer.json<{ author: { url: string } }>().author.url
}

/** The landing of a school type, as a world's home links it: with grades, types and subjects to go on to. */
export async function schoolHubAddress(client: Client, world: LiveWorld): Promise<string> {
  const { text } = await client.get(url('home', { world }))
  const start = localizedPath('school-landing', world, { school: '-', id: 1 }).replace('-/1', '')
  const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
  // Of all schools together there are landings, too; those of one type lead to the most.
  const all = links.filter((href) => href.startsWith(start))
  const [first = ''] = [...all.filter((href) => href.split('/')[3] === href.split('/')[5]), ...all]
  return first
}

/**
 * Axe with the rules of WCAG 2.2 AA and its best practices: nothing at all may be wrong. For a page that was looked at whole and is
 * shown in other colours now, `colours` alone are what can differ.
 */
export async function expectAccessible(page: Page, what: 'all' | 'colours' = 'all'): Promise<void> {
  // A page that is led to a part of it goes there when it has loaded.
  await page.waitForLoadState()
  // From the top: wherever a page was scrolled to, its sticky header would cover other targets, to axe too small ones.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  // In the page itself, and nodes of what is wrong alone: the same complaints in a quarter of the time. Only frames of other
  // origins need more, and the product has none.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await (what === 'all'
    ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    : axe.withRules(['color-contrast', 'link-in-text-block'])
  ).analyze()
  const lines = violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  )
  expect(lines, `axe on ${page.url()}`).toEqual([])
}

/** The HTML as the server sent it, not as scripts left it. */
export async function expectValidHtml(page: Page, response: Response | null): Promise<void> {
  const html = (await response?.text()) ?? ''
  expect(await htmlProblems(html), `html of ${page.url()}`).toEqual([])
}

/** Nobody should have to push a page sideways, once a new width has been laid out. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(widerThanThePage), { message: `sideways on ${page.url()}` })
    .toEqual([])
}

/** Runs in the page. What lies in a row of its own that scrolls is not what pushes the page. */
function widerThanThePage(): string[] {
  const room = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= room) return []
  const isInRow = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).overflowX === 'auto' || isInRow(element.parentElement))
  const names = [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > room + 1 && !isInRow(element.parentElement))
    .map((element) => `${element.tagName.toLowerCase()}.${element.className}`)
  return names.length > 0 ? names.slice(0, 5) : ['something out of sight']
}

/** Logs the browser in without its pages: the journeys that are about something else start here. */
export async function logInBrowser(page: Page, client: Client, email: string): Promise<void> {
  const answer = await client.api('POST', '/v3/oauth2/authenticate', {
    grant_type: 'password',
    username: email,
    password: castPassword,
  })
  expect(answer.status).toBe(200)
  await takeOver(page, client)
}

/** The browser goes on as the caller without one. */
export async function takeOver(page: Page, client: Client): Promise<void> {
  await page
    .context()
    .addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: client.base })))
}
