import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import type { Library } from '#shop/buying/folders/rules/library-contract.ts'
import type { Client } from '../support/http-client.ts'
import { weighJavaScript } from '../support/javascript-weight.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

const world = 'de'
const t = words(world)
const f = (key: string, values: Record<string, string> = {}) => t(`cabinet-materials:folders.${key}`, values)
const l = (key: string, values: Record<string, string> = {}) => t(`cabinet-materials:library.${key}`, values)
const address = url('bought-materials', { world })

// Pages that glide to a place move it away from under a hand that drags: these want them to stand still.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

interface Owner {
  client: Client
  /** The last one that was got is the first of the list. */
  cards: [MaterialCard, MaterialCard, MaterialCard]
}

/** Somebody new who owns three free materials. */
async function owner(page: Page, base: string): Promise<Owner> {
  const { client } = await newMember(page, base)
  const found = await client.get(`/api/v1/search?world=${world}&price=free`)
  const cards = found
    .json<{ materials: MaterialCard[] }>()
    .materials.filter(({ finalPrice }) => finalPrice === 0)
    .slice(0, 3)
  for (const { id } of [...cards].reverse())
    expect((await client.api('POST', `/v1/materials/${id}/claim`, {})).status).toBeLessThan(300)
  return { client, cards: cards as Owner['cards'] }
}

async function make(client: Client, title: string): Promise<number> {
  const made = await client.api('POST', '/v3/folders/create', { title, type: 'purchased' })
  return made.json<{ id: number }>().id
}

const stored = async (client: Client) => (await client.get(`/api/v1/library?world=${world}`)).json<Library>()

/** Awake: its script has taken over. */
async function open(page: Page, at = address): Promise<void> {
  await page.goto(at)
  await expect(page.locator('main astro-island:not([ssr])')).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Object.assign(window, { isSame: true }))
}

const isSame = (page: Page) => page.evaluate(() => 'isSame' in window)
const main = (page: Page) => page.getByRole('main')
const list = (page: Page) => main(page).getByRole('list', { name: t('cabinet-materials:title') })
const titles = (page: Page) => list(page).getByRole('heading', { level: 3 })
const folder = (page: Page, name: string) =>
  main(page)
    .getByRole('navigation', { name: f('heading') })
    .getByRole('link', { name })
const heading = (page: Page) => main(page).locator('#library-heading')
const box = (page: Page, { title }: MaterialCard) =>
  list(page).getByRole('checkbox', { name: l('choose', { title }), exact: true })
const undo = (page: Page) => main(page).getByRole('button', { name: t('common:buttons.undo') })
const line = (page: Page, { title }: MaterialCard) => list(page).locator('li.line').filter({ hasText: title })
const bar = (page: Page) => main(page).getByRole('form', { name: l('chosenLabel') })
const said = (page: Page, text: string) =>
  expect(main(page).getByRole('status').filter({ hasText: text })).toHaveCount(1)

test('several go into a folder at once and back, with the keyboard alone', async ({ page, baseURL }) => {
  const { client, cards } = await owner(page, baseURL ?? '')
  const [first, second, third] = cards
  await open(page)
  await expect(titles(page)).toHaveText(cards.map(({ title }) => title))
  await expect(bar(page)).toBeHidden()

  // A folder is made where the list is.
  await main(page)
    .locator('summary')
    .filter({ hasText: f('new') })
    .focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(main(page).getByLabel(f('name'), { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('Für Montag')
  await page.keyboard.press('Enter')
  await expect(folder(page, 'Für Montag')).toBeVisible()
  await said(page, l('created', { folder: 'Für Montag' }))
  await expect(
    main(page)
      .locator('summary')
      .filter({ hasText: f('new') }),
  ).toBeFocused()

  await box(page, first).focus()
  await page.keyboard.press('Space')
  await box(page, third).focus()
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText(t('cabinet-materials:library.chosen', { count: 2 }))
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  const to = main(page).getByLabel(l('to'), { exact: true })
  await to.focus()
  await page.keyboard.type('Für')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(folder(page, 'Für Montag')).toContainText('2')
  await expect(heading(page)).toBeFocused()
  await said(page, l('moved', { folder: 'Für Montag', materials: t('common:units.materials', { count: 2 }) }))
  await expect.poll(async () => (await stored(client)).folders[0]?.material_ids.length).toBe(2)

  // The folder opens without leaving, and what is taken out of it is no longer there.
  await folder(page, 'Für Montag').focus()
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText([first.title, third.title])
  await expect(folder(page, 'Für Montag')).toBeFocused()
  await expect(page).toHaveURL(/\?folder=\d+$/)
  await line(page, first)
    .locator('summary')
    .filter({ hasText: f('put') })
    .focus()
  await page.keyboard.press('Enter')
  await line(page, first).getByRole('checkbox', { name: 'Für Montag' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText([third.title])
  await expect(list(page).getByRole('heading', { name: third.title })).toBeFocused()
  await expect(folder(page, 'Für Montag')).toContainText('1')
  await undo(page).focus()
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText([first.title, third.title])
  await said(page, l('undone'))
  await expect(page.locator('.deed')).toBeFocused()

  // Renamed and deleted in place; what lay there comes back with it.
  const change = main(page)
    .locator('summary')
    .filter({ hasText: f('change') })
  await change.focus()
  await page.keyboard.press('Enter')
  await main(page).getByLabel(f('name'), { exact: true }).last().fill('Für Dienstag')
  await page.keyboard.press('Enter')
  await expect(folder(page, 'Für Dienstag')).toContainText('2')
  await expect(change).toBeFocused()
  await page.keyboard.press('Enter')
  await main(page)
    .getByRole('button', { name: f('delete') })
    .focus()
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText(cards.map(({ title }) => title))
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await expect(folder(page, 'Für Dienstag')).toHaveCount(0)
  await undo(page).focus()
  await page.keyboard.press('Enter')
  await expect(folder(page, 'Für Dienstag')).toContainText('2')
  await expect.poll(async () => (await stored(client)).folders[0]?.material_ids.length).toBe(2)
  await folder(page, 'Für Dienstag').click()
  await expect(titles(page)).toHaveText([first.title, third.title])
  await expect(titles(page)).not.toContainText([second.title])
  expect(await isSame(page)).toBe(true)
  client.close()
})

test('the folder, the words and the order stand in the address, back and forward', async ({
  page,
  baseURL,
}) => {
  const { client, cards } = await owner(page, baseURL ?? '')
  const [first, second] = cards
  const id = await make(client, 'Klasse 6')
  await client.api('POST', '/v1/folders/placements', {
    ...{ type: 'purchased', put: [{ folder_id: id, material_ids: [first.id, second.id] }] },
  })
  await open(page)
  await folder(page, 'Klasse 6').click()
  await expect(titles(page)).toHaveText([first.title, second.title])
  await main(page).getByLabel(t('favorites:sort.label')).selectOption('oldest')
  await expect(titles(page)).toHaveText([second.title, first.title])
  const words = main(page).getByRole('searchbox')
  await words.fill(second.title)
  await expect(titles(page)).toHaveText([second.title])
  await expect(words).toBeFocused()
  await expect(page).toHaveURL(/folder=\d+&query=.+&sort=oldest$/)
  await said(page, t('common:units.materials', { count: 1 }))
  await words.fill('gibtesnicht')
  await expect(main(page)).toContainText(t('cabinet-materials:search.none', { query: 'gibtesnicht' }))
  await expectAccessible(page)
  await main(page)
    .getByRole('link', { name: t('cabinet-materials:search.clear') })
    .click()
  await expect(titles(page)).toHaveText([second.title, first.title])
  await expect(words).toBeFocused()
  await expect(words).toHaveValue('')

  await page.goBack()
  await expect(words).toHaveValue('')
  await page.goBack()
  await page.goBack()
  await expect(titles(page)).toHaveText(cards.map(({ title }) => title))
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await page.goForward()
  await expect(titles(page)).toHaveText([first.title, second.title])
  expect(await isSame(page)).toBe(true)
  // The address alone leads there, too.
  await page.reload()
  await expect(titles(page)).toHaveText([first.title, second.title])
  client.close()
})

test('a material is dragged onto a folder, several together, and into the archive', async ({
  page,
  baseURL,
}) => {
  const { client, cards } = await owner(page, baseURL ?? '')
  const [first, second, third] = cards
  await make(client, 'Klasse 6')
  // All of it is in sight: a page that is scrolled under a pressed button drags what comes below it.
  await page.setViewportSize({ width: 1280, height: 1800 })
  await open(page)
  await line(page, first).dragTo(folder(page, 'Klasse 6'))
  await expect(folder(page, 'Klasse 6')).toContainText('1')
  await box(page, second).check()
  await box(page, third).check()
  await line(page, second).dragTo(folder(page, 'Klasse 6'))
  await expect(folder(page, 'Klasse 6')).toContainText('3')
  await expect(box(page, second)).not.toBeChecked()
  await line(page, first)
    .locator('summary')
    .filter({ hasText: f('put') })
    .click()
  await line(page, first)
    .getByRole('button', { name: f('archiveNamed', { title: first.title }) })
    .click()
  await expect(titles(page)).toHaveText([second.title, third.title])
  await line(page, third).dragTo(folder(page, f('archive')))
  await expect(folder(page, f('archive'))).toContainText('2')
  await folder(page, f('archive')).click()
  await expect(titles(page)).toHaveText([first.title, third.title])
  await box(page, first).check()
  await box(page, third).check()
  await bar(page)
    .getByRole('button', { name: f('restoreOne') })
    .click()
  await expect(titles(page)).toHaveCount(0)
  await expect(main(page)).toContainText(f('emptyArchive'))
  await undo(page).click()
  await expect(titles(page)).toHaveText([first.title, third.title])
  await expect.poll(async () => (await stored(client)).archivedIds.length).toBe(2)
  client.close()
})

test('without network everything is as before and it is said; a Retry does it', async ({
  page,
  baseURL,
  context,
}) => {
  const { client, cards } = await owner(page, baseURL ?? '')
  const [first] = cards
  await make(client, 'Klasse 6')
  await page.setViewportSize({ width: 1280, height: 1800 })
  const texts = page.waitForResponse(/page-texts/)
  await open(page)
  await texts
  // What arranges is fetched when somebody is about to; then the line is lost.
  const arranging = page.waitForResponse(/arranging/)
  await main(page)
    .locator('summary')
    .filter({ hasText: f('new') })
    .click()
  await arranging
  await page.waitForLoadState('networkidle')
  await expect(main(page).getByLabel(f('name'), { exact: true })).toBeVisible()
  await context.setOffline(true)
  const toasts = page.locator('[data-toasts]')
  await folder(page, 'Klasse 6').click()
  await expect(toasts).toContainText(t('errors:unavailable'))
  await expect(titles(page)).toHaveText(cards.map(({ title }) => title))
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await line(page, first).dragTo(folder(page, 'Klasse 6'))
  await expect(folder(page, 'Klasse 6')).not.toContainText('1')
  await expect(undo(page)).toHaveCount(0)
  // The form that was opened is open still.
  await main(page).getByLabel(f('name'), { exact: true }).fill('Wird nichts')
  await page.keyboard.press('Enter')
  await expect(main(page)).not.toContainText(l('created', { folder: 'Wird nichts' }))
  await expect(main(page).getByText('Wird nichts')).toHaveCount(0)

  await context.setOffline(false)
  await toasts
    .getByRole('button', { name: t('common:buttons.retry') })
    .first()
    .click()
  await expect(folder(page, 'Wird nichts')).toBeVisible()
  await line(page, first).dragTo(folder(page, 'Wird nichts'))
  await expect(folder(page, 'Wird nichts')).toContainText('1')
  await expect
    .poll(async () => (await stored(client)).folders.map(({ material_ids }) => material_ids.length))
    .toEqual([0, 1])
  client.close()
})

test('two tabs agree, and where the session ended in one nothing is shown in the other', async ({
  page,
  baseURL,
  context,
}) => {
  const { client, cards } = await owner(page, baseURL ?? '')
  const [first] = cards
  await make(client, 'Klasse 6')
  await open(page)
  const other = await context.newPage()
  await open(other)
  await line(page, first).dragTo(folder(page, 'Klasse 6'))
  await expect(folder(other, 'Klasse 6')).toContainText('1')
  await folder(other, 'Klasse 6').click()
  await expect(titles(other)).toHaveText([first.title])
  await undo(page).click()
  await expect(titles(other)).toHaveCount(0)
  await expect(main(other)).toContainText(f('empty'))

  // The folder that is open is deleted elsewhere.
  await folder(page, 'Klasse 6').click()
  await main(page)
    .locator('summary')
    .filter({ hasText: f('change') })
    .click()
  await main(page)
    .getByRole('button', { name: f('delete') })
    .click()
  await expect(titles(other)).toHaveText(cards.map(({ title }) => title))
  await expect(other).toHaveURL(new RegExp(`${address}$`))

  // The session is gone on the server, and nobody told this page.
  expect((await client.api('GET', '/v3/oauth2/logout')).status).toBe(200)
  await box(page, first).check()
  await bar(page)
    .getByRole('button', { name: f('archiveOne') })
    .click()
  await page.waitForURL(
    (at) => at.pathname === url('login', { world }) && at.searchParams.get('next') === address,
  )
  client.close()
})

test('React comes when somebody is about to use it, and weighs what it may', async ({
  browser,
  baseURL,
  context,
  page,
}) => {
  const { client } = await owner(page, baseURL ?? '')
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: client.base }))
  const [weight] = await weighJavaScript(baseURL ?? '', { library: address }, browser, cookies)
  expect(weight?.afterAll, weight?.early.join(', ')).toBeLessThanOrEqual(90_000)

  // Without the marker of a member nothing wakes by itself.
  await context.clearCookies({ name: /logged_in/ })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  const early = scripts.length
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(1)
  expect(scripts.filter((each) => /library|client/i.test(each))).toEqual([])
  await main(page).getByRole('searchbox').hover()
  await expect(page.locator('main astro-island:not([ssr])')).toHaveCount(1)
  expect(scripts.length).toBeGreaterThan(early)
  client.close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } })

  test('every button is a form that works', async ({ page, baseURL }) => {
    const { client, cards } = await owner(page, baseURL ?? '')
    const [first, second, third] = cards
    await page.goto(address)
    await main(page).getByText(f('new'), { exact: true }).click()
    await main(page)
      .getByRole('button', { name: f('create') })
      .click()
    await expect(main(page)).toContainText(t('errors:required'))
    await main(page).getByLabel(f('name'), { exact: true }).fill('Klasse 6')
    await main(page)
      .getByRole('button', { name: f('create') })
      .click()
    await expect(main(page)).toContainText(f('empty'))
    await main(page)
      .getByRole('link', { name: f('all') })
      .click()
    await box(page, first).check()
    await box(page, third).check()
    await bar(page).getByLabel(l('to'), { exact: true }).selectOption('Klasse 6')
    await bar(page)
      .getByRole('button', { name: l('move') })
      .click()
    await expect(titles(page)).toHaveText([first.title, third.title])
    await main(page).getByLabel(t('favorites:sort.label')).selectOption('oldest')
    await main(page)
      .getByRole('button', { name: t('cabinet-materials:search.submit') })
      .click()
    await expect(titles(page)).toHaveText([third.title, first.title])
    await box(page, first).check()
    await bar(page)
      .getByRole('button', { name: f('archiveOne') })
      .click()
    await expect(titles(page)).toHaveText([third.title])
    await main(page)
      .locator('summary')
      .filter({ hasText: f('change') })
      .click()
    await main(page)
      .getByRole('button', { name: f('delete') })
      .click()
    await expect(titles(page)).toHaveText([second.title, third.title])
    // What is written about a material has a page of its own.
    await line(page, third)
      .getByRole('link', { name: t('material-feedbacks:form.write') })
      .click()
    await expect(main(page).getByRole('button', { name: t('material-feedbacks:form.submit') })).toBeVisible()
    client.close()
  })
})
