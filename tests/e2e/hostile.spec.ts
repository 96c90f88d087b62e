import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { castPassword, expect, expectNoSidewaysScroll, logInBrowser, test, words } from './fixtures.ts'
import { expectCartCount, putIntoCart } from './journey.ts'

/*
 * What only a browser shows of the enemy: scripts that were stored and must not run, words longer than the page, two
 * tabs and two clicks. Everything else is tried without one (tests/api/hostile-*.test.ts).
 */

const world = 'de'
const t = words(world)

/** A public post of the cast's seller; `remove` takes it away again. */
async function publishPost(client: Client, post: { title: string; source: string }) {
  const session = await client.api('POST', '/v3/oauth2/authenticate', {
    grant_type: 'password',
    username: 'seller@aularium.example',
    password: castPassword,
  })
  expect(session.status, session.text).toBe(200)
  const written = await client.api('POST', '/v1/posts?world=de', { ...post, materialId: null })
  expect(written.status, written.text).toBe(201)
  const { id } = written.json<{ id: number }>()
  const published = await client.api('PUT', `/v1/posts/${id}/published?world=de`)
  expect(published.status, published.text).toBe(200)
  return {
    address: published.json<{ url: string }>().url,
    remove: () => client.api('DELETE', `/v1/posts/${id}?world=de`),
  }
}

/** Opened dialogs; a script that runs would open one. */
function dialogsOf(page: Page): string[] {
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  return dialogs
}

const scripts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '"><svg onload=alert(3)>',
  '</title></textarea></script><script>alert(4)</script>',
  '[Klick](javascript:alert(5))',
  '<details open ontoggle=alert(6)>',
  "';alert(7);//",
].join(' ')

test('scripts that were stored are words to read, in posts and comments', async ({ page, client }) => {
  const dialogs = dialogsOf(page)
  const post = await publishPost(client, {
    title: `Böse Worte ${scripts}`.slice(0, 160),
    source: `## ${scripts}\n\n- ${scripts}\n\n> ${scripts}\n\n${scripts}`,
  })
  await logInBrowser(page, client, 'buyer@aularium.example')
  await page.goto(post.address)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>alert(1)</script>')
  await page.getByLabel(t('comments:thread.label')).fill(scripts)
  await page.getByRole('button', { name: t('comments:thread.submit') }).click()
  await expect(page.locator('article.comment').first()).toContainText('<img src=x onerror=alert(2)>')
  await page.reload()
  await expect(page.locator('article.comment').first()).toContainText('<svg onload=alert(3)>')
  for (const address of [url('home', { world }), url('account', { world })]) await page.goto(address)
  expect(dialogs).toEqual([])
  await logInBrowser(page, client, 'seller@aularium.example')
  await post.remove()
})

test('a word that never ends pushes no page sideways', async ({ page, client }) => {
  const post = await publishPost(client, {
    title: 'W'.repeat(160),
    source: `${'w'.repeat(3000)}\n\n- ${'ﷺ'.repeat(300)}\n\n> ${'👩‍👩‍👧‍👦'.repeat(200)}\n\n${'Z\u0351\u0352\u0353'.repeat(500)}`,
  })
  await page.setViewportSize({ width: 360, height: 800 })
  for (const address of [post.address, url('search', { world, query: { query: 'w'.repeat(200) } })]) {
    await page.goto(address)
    await expectNoSidewaysScroll(page)
  }
  await post.remove()
})

test('two clicks at once are one comment', async ({ page, client }) => {
  const post = await publishPost(client, {
    title: 'Zweimal schnell geklickt',
    source: 'Wer zweimal klickt, meint es einmal. So soll es auch gespeichert sein.',
  })
  await logInBrowser(page, client, 'buyer@aularium.example')
  await page.goto(post.address)
  const comment = 'Das sage ich nur einmal.'
  await page.getByLabel(t('comments:thread.label')).fill(comment)
  await page.getByRole('button', { name: t('comments:thread.submit') }).dblclick()
  await expect(page.locator('article.comment').filter({ hasText: comment })).not.toHaveCount(0)
  await page.reload()
  await expect(page.locator('article.comment').filter({ hasText: comment })).toHaveCount(1)
  await logInBrowser(page, client, 'seller@aularium.example')
  await post.remove()
})

test('two tabs with the same cart do not get into each other’s way', async ({ page, context, published }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto(published.url)
  for (const tab of [page, other]) {
    await putIntoCart(tab, world)
    // Not before the cart is there: what is pressed and left at once arrives, but the next page may be faster.
    await expect(tab.locator('[data-count="cart"]').first()).toHaveText('1')
    await expectCartCount(tab, world, 1, [url('cart', { world })])
  }
  const removeOn = (tab: Page) =>
    tab.getByRole('button', { name: t('cart:removeNamed', { title: published.title }) })
  await removeOn(page).click()
  // The other tab hears of it without being asked.
  for (const tab of [page, other]) await expect(removeOn(tab)).toHaveCount(0)
  await page.goto(url('cart', { world }))
  await expect(page.getByRole('main')).not.toContainText(published.title)
  await other.close()
})
