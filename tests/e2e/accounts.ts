import type { Browser, Page, TestInfo } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import type { Sale } from '#shop/money/orders/rules/contract.ts'
import { type Client, createClient } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, logInBrowser, takeOver } from './fixtures.ts'
import { publishSheet } from './publishing.ts'
import { worksheet } from './worksheet.ts'

/* What the day of accounts reads off pages and files. */

const world = 'de'
const viewport = { width: 360, height: 780 }

/** Numbers of a place, each as the page writes them. */
export async function says(place: ReturnType<Page['locator']>, texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect(place).toContainText(text)
}

/** As it looks on a phone: nothing pushes it sideways, everybody can read it. */
export async function shown(page: Page, info: TestInfo, name: string): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
}

export async function publish(seller: Client, title: string, priceCents: number): Promise<number> {
  return await publishSheet(seller, {
    ...{ title, priceCents, fileName: 'blatt.pdf', keywords: 'Rechnen' },
    ...{
      description: 'Zwei Seiten zum Rechnen im Kopf, mit Lösungen.',
      body: await worksheet({ title, pages: 2 }),
    },
  })
}

/** The browser goes on as somebody else. */
export async function becomes(page: Page, client: Client): Promise<void> {
  await page.context().clearCookies()
  await takeOver(page, client)
}

export async function atDesk(
  browser: Browser,
  baseURL: string,
  work: (office: Page) => Promise<void>,
): Promise<void> {
  const desk = await browser.newContext({ baseURL, viewport })
  const office = await desk.newPage()
  await logInBrowser(office, createClient(baseURL), 'finance@aularium.example')
  await office.goto(url('operator-tasks', { world }))
  await work(office)
  await desk.close()
}

export async function newestOrder(buyer: Client): Promise<string> {
  const papers = await buyer.api('GET', '/v1/invoices?world=de')
  return papers.json<{ documents: { orderNumber: string }[] }>().documents[0]?.orderNumber ?? ''
}

/** Every sale there is, page by page. */
export async function salesOf(seller: Client): Promise<Sale[]> {
  const all: Sale[] = []
  for (let after: string | null = ''; after !== null; ) {
    const query: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`
    const answer = await seller.api('GET', `/v1/sales?world=de${query}`)
    const part = answer.json<{ sales: Sale[]; nextCursor: string | null }>()
    all.push(...part.sales)
    after = part.nextCursor
  }
  return all
}

/** The lines of this month's statement, as a spreadsheet reads them. */
export async function statementOf(page: Page): Promise<{ what: string; cents: number }[]> {
  const path = `/api/v1/account-statement?world=${world}&month=${monthOf(new Date())}&format=csv`
  const csv = await (await page.request.get(path)).text()
  return csv.split('\r\n').map((line) => {
    const [, what = '', amount = ''] = line.split('";"')
    return { what, cents: Math.round(Number(amount.replace(',', '.')) * 100) }
  })
}

/** What the file for the one-stop shop says of Austria. */
export async function declaredOf(finance: Client, quarter: string): Promise<{ net: number; tax: number }> {
  const csv = await finance.api('GET', `/v1/tax/oss?world=de&quarter=${quarter}&format=csv`)
  const cells = csv.text
    .split('\r\n')
    .map((line) => line.split(';'))
    .find(([, corrects, country]) => corrects === '' && country === 'AT')
  const [net = 0, tax = 0] = (cells?.slice(6) ?? []).map((amount) => Math.round(Number(amount) * 100))
  return { net, tax }
}

/** `2026-11`, by the clock of the world. */
export function monthOf(day: Date): string {
  const parts = { timeZone: 'Europe/Berlin', year: 'numeric', month: '2-digit' } as const
  return new Intl.DateTimeFormat('en-CA', parts).format(day)
}

export function quarterOf(day: Date): string {
  return `${day.getUTCFullYear()}-${Math.floor(day.getUTCMonth() / 3) + 1}`
}
