import { randomBytes } from 'node:crypto'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, logInBrowser, test, words } from './fixtures.ts'
import { publishSheet } from './publishing.ts'
import { worksheet } from './worksheet.ts'

/* What an author decides at the desk by clicking instead of typing. */

const world = 'de'
const t = words(world)

test('an author chooses pages by clicking them, and sees what is left of the price that is typed', async ({
  page,
  client,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await logInBrowser(page, client, 'seller@aularium.example')
  const title = `Seitenwahl ${randomBytes(4).toString('hex')}`
  const materialId = await publishSheet(client, {
    ...{ title, priceCents: 300, fileName: 'blatt.pdf', keywords: 'Seiten' },
    ...{ description: 'Vier Seiten zum Rechnen.', body: await worksheet({ title, pages: 4 }) },
  })
  const main = page.getByRole('main')
  const edit = async () => {
    await page.goto(url('edit-material', { world, materialId }))
    return await main.locator('[data-page-strip] img').count()
  }
  await expect.poll(edit, { timeout: 60_000 }).toBe(4)
  const pages = main.getByLabel(t('cabinet-sales:form.previewPages'), { exact: false })
  const shown = (number: number) =>
    main
      .locator('[data-page-strip]')
      .getByRole('checkbox', { name: t('cabinet-sales:edit.page', { page: number }), exact: true })

  await test.step('what the rule chose is ticked; a click types, and what is typed is ticked', async () => {
    await expect(shown(1)).toBeDisabled()
    await expect(shown(2)).toBeChecked()
    await expect(shown(3)).not.toBeChecked()
    await main.locator('[data-page-strip] img').nth(3).click()
    await expect(pages).toHaveValue('1-2, 4')
    await pages.fill('3')
    await expect(shown(3)).toBeChecked()
    await expect(shown(2)).not.toBeChecked()
    await shown(2).focus()
    await page.keyboard.press('Space')
    await expect(pages).toHaveValue('1-3')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
  await test.step('share and advice follow the price', async () => {
    const price = main.locator('input[name=price]')
    const said = main.getByRole('status').filter({ hasText: '4,00' })
    await price.fill('4,00')
    await expect(said).toBeVisible()
    await price.fill('29,99')
    await expect(main.getByText(t('bulk:advice.above'))).toBeVisible()
    await price.fill('viel')
    await expect(main.getByText(t('bulk:advice.above'))).toBeHidden()
    await price.fill('4,00')
  })
  await test.step('what was clicked is what is sent', async () => {
    await main
      .getByRole('button', { name: t('cabinet-sales:actions.save'), exact: true })
      .last()
      .click()
    await expect(main.getByText(t('cabinet-sales:edit.saved'), { exact: true })).toBeVisible()
    await edit()
    await expect(pages).toHaveValue('1-3')
  })
})

test('what leaves a bundle is remembered before it is saved', async ({ page, client }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await logInBrowser(page, client, 'seller@aularium.example')
  const word = randomBytes(4).toString('hex')
  const ids: number[] = []
  for (const number of [1, 2, 3]) {
    const title = `Paketteil ${number} ${word}`
    const sheet = { title, priceCents: 300, fileName: `teil-${number}.pdf`, keywords: 'Paket' }
    const body = await worksheet({ title, pages: 1 })
    ids.push(await publishSheet(client, { ...sheet, description: 'Ein Blatt zum Rechnen.', body }))
  }
  const made = await client.api('POST', '/v1/bundles?world=de', { ids })
  expect(made.status, made.text).toBe(201)
  const { materialId } = made.json<{ materialId: number }>()
  const main = page.getByRole('main')
  const first = main.locator('input[name=removeParts]').first()
  await page.goto(url('edit-material', { world, materialId }))
  await first.check()
  const stored = t('cabinet-settings:kept.saved', { time: '' }).split('.')[0]?.trim() ?? ''
  await expect(main.getByRole('status').filter({ hasText: stored })).toBeVisible()
  await page.reload()
  await expect(first).toBeChecked()
  await expect(main.getByRole('button', { name: t('cabinet-settings:kept.discard') })).toBeVisible()
})

test('finance is offered files of currencies that are paid out here', async ({ page, client }) => {
  await logInBrowser(page, client, 'finance@aularium.example')
  const file = (currency: string) =>
    page.getByRole('button', { name: t('payouts:finance.batch', { currency }), exact: true })
  await page.goto(url('finance-payouts', { world }))
  await expect(file('EUR')).toBeVisible()
  await expect(file('GBP')).toHaveCount(0)
  await page.goto(url('finance-payouts', { world: 'en' }))
  await expect(page.getByRole('button', { name: /GBP/ })).toBeVisible()
})
