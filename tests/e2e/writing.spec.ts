import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, logInBrowser, test, words } from './fixtures.ts'

/* The rich editor over an editors' text: what is typed, pasted and linked is the Markdown below it. */

const world = 'de'
const t = words(world)
const main = (page: Page) => page.getByRole('main')
const surface = (page: Page) => main(page).locator('[data-surface] [contenteditable=true]')
const source = (page: Page) => main(page).locator('textarea[name=body]')
const tool = (page: Page, name: string) =>
  main(page).getByRole('toolbar').getByRole('button', { name, exact: true })

async function open(page: Page, kind: string, key: string) {
  await page.goto(url('console-text', { world, kind, key }))
  await expect(surface(page)).toBeVisible()
}

async function empty(page: Page) {
  await surface(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
}

async function paste(page: Page, file: string) {
  const html = readFileSync(`tests/support/clipboard/${file}`, 'utf8')
  await surface(page).evaluate((element, text) => {
    const data = new DataTransfer()
    data.setData('text/html', text)
    data.setData('text/plain', 'words')
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, html)
}

test('is written by keyboard, links are found by typing, and the Markdown is the same', async ({
  page,
  client,
}) => {
  await logInBrowser(page, client, 'editor@aularium.example')
  await open(page, 'magazine', 'first-five-minutes')
  const before = await source(page).inputValue()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  // Only looked at: the same to the byte.
  const mode = main(page).locator('[data-mode]')
  await mode.click()
  await expect(source(page)).toBeVisible()
  await expect(source(page)).toHaveValue(before)
  await mode.click()
  await expect(surface(page)).toBeVisible()

  await empty(page)
  await page.keyboard.type('## Vorher')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Ein **fester** Plan. # kein Titel')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- eins')
  await page.keyboard.press('Enter')
  await page.keyboard.type('zwei ')
  // By the arrows of the toolbar, without a mouse.
  await tool(page, t('blogpost:editor.rich.bold')).focus()
  for (let at = 0; at < 8; at += 1) await page.keyboard.press('ArrowRight')
  await expect(tool(page, t('blogpost:editor.rich.link'))).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await page.keyboard.type('Nutzungsbed')
  await expect(dialog.locator('[data-found] button').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(source(page)).toHaveValue(
    /^## Vorher\n\nEin \*\*fester\*\* Plan\. # kein Titel\n\n- eins\n- zwei \[[^\]]+\]\((?:route|article):[^)]+\)\n$/,
  )
  await expect(main(page).locator('[data-facts]')).toContainText(/^1\d /)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(source(page)).not.toHaveValue(/\]\(/)
  await expect(main(page).locator('[data-text-state]')).toContainText(/\d/)
  await page.reload()
  await expect(surface(page)).toContainText('fester')
})

test('what comes from Word and Google Docs is plain Markdown', async ({ page, client }) => {
  await logInBrowser(page, client, 'editor@aularium.example')
  await open(page, 'magazine', 'exit-ticket')
  await empty(page)
  await paste(page, 'word.txt')
  await expect(source(page)).toHaveValue(
    `## Elternabend ohne Angst

Ein Plan, der auf **eine Karte** passt, und _ein_ Ziel.

- Raum vorher lüften
  - Fenster wieder zu
- Namensschilder

1. Begrüßen

| **Zeit** | Was |
| --- | --- |
| 19:00 | Ankommen |
`,
  )
  await empty(page)
  await paste(page, 'google-docs.txt')
  await expect(source(page)).toHaveValue(
    `## Fünf Minuten zum Start

Ein Ritual ist **kein Luxus**_, sagt sie_. Mehr [hier](https://example.org/ritual).

- Leise ankommen
  - ohne Worte
- Ein Satz ins Heft

### Und dann

Klick
`,
  )
  expect(await page.evaluate(() => 'pasted' in window)).toBe(false)
})

test('is ready within 1.5 s at a quarter of the processor', async ({ page, client }) => {
  await logInBrowser(page, client, 'editor@aularium.example')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url('console-text', { world, kind: 'info', key: 'terms' }))
  await expect(surface(page)).toBeVisible()
  const ready = await page.evaluate(() => performance.getEntriesByName('editor-ready')[0]?.startTime)
  console.log(`editor ready after ${Math.round(ready ?? -1)} ms`)
  expect(ready).toBeLessThanOrEqual(1500)
})
