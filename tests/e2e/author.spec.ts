import { randomBytes } from 'node:crypto'
import { url } from '#platform/routing/url.ts'
import { castPassword, expect, expectAccessible, logInBrowser, test, words } from './fixtures.ts'
import { newBuyer } from './journey.ts'
import { worksheet } from './worksheet.ts'

const world = 'de'
const t = words(world)

test('an author uploads a PDF of twelve pages, publishes it, and it is found and sold', async ({
  page,
  client,
  baseURL,
}) => {
  test.slow()
  const word = `lernbox${randomBytes(4).toString('hex')}`
  const title = `Wortarten ${word}: zwölf Seiten Übungen`
  await test.step('log in', async () => {
    await page.goto(url('upload', { world }))
    await page.waitForURL((address) => address.pathname === url('login', { world }))
    await expectAccessible(page)
    await page.getByLabel(t('login:email')).fill('seller@aularium.example')
    await page.getByLabel(t('login:password')).fill(castPassword)
    await page
      .getByRole('main')
      .getByRole('button', { name: t('login:submit'), exact: true })
      .click()
    await page.waitForURL((address) => address.pathname === url('upload', { world }))
  })
  await test.step('fill in the form and publish', async () => {
    await expectAccessible(page)
    const main = page.getByRole('main')
    await main.locator('input[name="files"]').setInputFiles({
      name: 'wortarten.pdf',
      mimeType: 'application/pdf',
      buffer: await worksheet({ title, pages: 12 }),
    })
    await main.getByLabel(t('cabinet-sales:form.title'), { exact: true }).fill(title)
    await main.getByLabel(t('cabinet-sales:form.description')).fill('Nomen, Verben, Adjektive. Mit Lösungen.')
    await main.locator('[name="subjects"]').first().evaluate(choose)
    await main.locator('[name="grades"]').first().evaluate(choose)
    await main.locator('[name="schoolTypes"]').first().evaluate(choose)
    await main.getByLabel(t('cabinet-sales:form.materialType')).selectOption({ index: 1 })
    await main.getByLabel(t('cabinet-sales:form.language')).selectOption('de')
    await main.getByLabel(new RegExp(`^${t('cabinet-sales:form.price')} \\(`)).fill('2,50')
    await main.getByLabel(t('cabinet-sales:form.isOwnWork')).check()
    await main.getByLabel(t('cabinet-sales:form.aiUse')).selectOption('none')
    await main.getByRole('button', { name: t('cabinet-sales:actions.publish') }).click()
    await page.waitForURL((address) => address.pathname === url('cabinet-sales', { world }))
    await expect(page.getByRole('main')).toContainText(title)
    await expect(page.getByRole('main')).toContainText(t('cabinet-sales:status.published'))
    await expectAccessible(page)
  })
  const id = await test.step('it is found at once', async () => {
    let found: { id: number; title: string }[] = []
    let asked = 0
    await expect(async () => {
      asked += 1
      const answer = await client.get(`/api/v1/search?world=de&query=${word}`)
      found = answer.json<{ materials: { id: number; title: string }[] }>().materials
      expect(found.map((material) => material.title)).toEqual([title])
    }).toPass({ timeout: 60_000, intervals: [100] })
    // Counted, not timed: on a busy machine each answer takes longer.
    expect(asked).toBeLessThanOrEqual(10)
    return found[0]?.id ?? 0
  })
  await test.step('its pages can be looked at', async () => {
    await expect(async () => {
      const { previews } = (await client.get(`/api/v1/materials/${id}?world=de`)).json<{
        previews: unknown[]
      }>()
      expect(previews.length).toBe(12)
    }).toPass({ timeout: 600_000, intervals: [500] })
  })
  await test.step('somebody buys it and the author sees the sale', async () => {
    const buyer = await newBuyer(baseURL ?? '', id, 250)
    await page.goto(url('sales-downloads', { world }))
    await expect(page.getByRole('main')).toContainText(title)
    await expectAccessible(page)
    buyer.close()
  })
})

/** Selects, checkbox groups and radios alike: the first real choice. */
function choose(element: Element): void {
  if (element instanceof HTMLSelectElement) {
    const option = [...element.options].find(({ value }) => value !== '')
    if (option) option.selected = true
  } else if (element instanceof HTMLInputElement) {
    element.checked = true
  }
}

for (const [what, file, code] of [
  [
    'a text that calls itself a PDF',
    Buffer.from('this is no pdf at all'),
    /pdf_invalid|file_type_not_allowed/,
  ],
  ['an empty file', Buffer.alloc(0), /file_empty|required/],
] as const) {
  test(`${what} is refused in words, and what was typed is still there`, async ({ page, client }) => {
    await logInBrowser(page, client, 'seller@aularium.example')
    await page.goto(url('upload', { world }))
    const main = page.getByRole('main')
    await main
      .locator('input[name="files"]')
      .setInputFiles({ name: 'blatt.pdf', mimeType: 'application/pdf', buffer: file })
    await main.getByLabel(t('cabinet-sales:form.title'), { exact: true }).fill('Ein Blatt ohne Inhalt')
    await main.getByRole('button', { name: t('cabinet-sales:actions.publish') }).click()
    const messages = String(code)
      .replaceAll(/^\/|\/$/g, '')
      .split('|')
      .map((name) => t(`errors:${name}`))
    await expect(main.getByText(new RegExp(messages.map(escaped).join('|'))).first()).toBeVisible()
    await expect(main.getByLabel(t('cabinet-sales:form.title'), { exact: true })).toHaveValue(
      'Ein Blatt ohne Inhalt',
    )
    await expect(main.getByText('blatt.pdf').first()).toBeVisible()
  })
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
