import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Published, test, words } from './fixtures.ts'

const world = 'de'
const t = words(world)

interface Card {
  id: number
  title: string
  url: string
}

/** What the demo catalogue sells best: it has many reviews. */
async function bestseller(client: { get: (path: string) => Promise<{ json: <T>() => T }> }): Promise<Card> {
  const answer = await client.get(`/api/v1/search?world=${world}&sort=bestselling`)
  const [card] = answer.json<{ materials: Card[] }>().materials
  if (!card) throw new Error('The demo catalogue is empty.')
  return card
}

test('pages are enlarged, leafed through and left by the keyboard', async ({ page, client, published }) => {
  test.slow()
  // The pages are drawn by a job that may still be under way.
  const drawn = async () =>
    (await client.get(`/api/v1/materials/${published.id}?world=${world}`)).json<{ previews: unknown[] }>()
      .previews.length
  await expect.poll(drawn, { timeout: 600_000 }).toBeGreaterThan(1)
  await page.goto(published.url)
  const first = page.locator('[data-zoom-link]').first()
  // Until its script has come, a page is a link to its picture.
  await expect(page.locator('[data-zoom-pages]')).toHaveAttribute('tabindex', '0')
  await first.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: t('material-page:preview.large') })
  await expect(dialog).toBeVisible()
  const place = dialog.locator('[data-zoom-place]')
  await expect(place).toHaveText(/^1 \/ \d+$/)
  await page.keyboard.press('ArrowRight')
  await expect(place).toHaveText(/^2 \/ /)
  await page.keyboard.press('Home')
  await expect(place).toHaveText(/^1 \/ /)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(first).toBeFocused()
})

test('reviews are narrowed by stars and ordered by use', async ({ page, client }) => {
  await page.goto((await bestseller(client)).url)
  const reviews = page.getByRole('list', { name: t('material-feedbacks:distribution') })
  await reviews.getByRole('link', { name: t('material-feedbacks:stars', { count: 5 }) }).click()
  await expect(reviews.locator('[aria-current="true"]')).toHaveText(
    t('material-feedbacks:stars', { count: 5 }),
  )
  const tools = page.getByRole('navigation', { name: t('material-feedbacks:filter.label') })
  await tools.getByRole('link', { name: t('material-feedbacks:filter.helpful') }).click()
  await expect(tools.locator('[aria-current="true"]')).toHaveText(t('material-feedbacks:filter.helpful'))
  await expectAccessible(page)
  await tools.getByRole('link', { name: t('material-feedbacks:filter.all') }).click()
  await expect(reviews.locator('[aria-current="true"]')).toHaveCount(0)
})

test('a school licence goes into the cart at its price', async ({ page, published }) => {
  await page.goto(published.url)
  await page.getByText(t('material-page:licences.heading'), { exact: true }).click()
  const school = page.locator('.licences__row').filter({ has: page.locator('button[value="school"]') })
  const price = (await school.locator('.price').first().textContent()) ?? ''
  await school.getByRole('button').click()
  // Whichever button it was: the visitor stays, and is offered the way to the cart.
  const toast = page.locator('[data-toasts]')
  await expect(toast).toContainText(t('cart:added'))
  await toast.getByRole('button', { name: t('cart:open') }).click()
  await page.waitForURL((address) => address.pathname === url('cart', { world }))
  await expect(page.getByRole('main')).toContainText(t('common:licence.school'))
  await expect(page.getByRole('main')).toContainText(price)
  await expectAccessible(page)
})

test('a material is shared, and prints without what is no material', async ({ page, published }) => {
  await page.goto(published.url)
  const share = page.locator('#share')
  await share.locator('summary').first().click()
  await expect(share.getByLabel(t('material-page:share.link'))).toHaveValue(
    new RegExp(`${published.url}(/|$)`),
  )
  await expect(share.getByRole('link', { name: t('material-page:share.mail') })).toHaveAttribute(
    'href',
    /^mailto:\?subject=/,
  )
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(share).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const blurred = page.locator('.gallery__hidden')
  expect(await blurred.count()).toBeGreaterThan(0)
  for (const each of await blurred.all()) await expect(each).toBeHidden()
})

test('what is remembered is listed, ordered, removed and brought back', async ({
  page,
  client,
  published,
}) => {
  const second = await bestseller(client)
  for (const { url: address, id } of [published, second] satisfies Pick<Published, 'url' | 'id'>[]) {
    await page.goto(address)
    const heart = page.locator(`[data-favorite="${id}"]`).first()
    const stored = page.waitForResponse((response) => /\/subscribe/.test(response.url()) && response.ok())
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await stored
  }
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(url('favorites', { world }))
  const list = page.getByRole('list', { name: t('favorites:listLabel') })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await page.getByLabel(t('favorites:sort.label')).selectOption('title')
  await page.waitForURL((address) => address.searchParams.get('sort') === 'title')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: t('favorites:removeNamed', { title: second.title }) }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: t('favorites:removed.undo') }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
})
