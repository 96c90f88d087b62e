import { formatPrice, formatPriceWithCode } from '#platform/i18n/prices.ts'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/* A gift card from the order to the credit it becomes, on a phone in the dark. */

const world = 'de'
const t = words(world)
const cents = 2000

test.use({ viewport: { width: 360, height: 780 }, colorScheme: 'dark' })

test('a gift card is bought, handed over and redeemed by somebody else', async ({
  page,
  browser,
  baseURL,
}) => {
  await newMember(page, baseURL ?? '')
  await page.goto(url('gift-cards', { world }))
  await page.getByLabel(t('gift-cards:amount')).selectOption(String(cents))
  await page.getByLabel(t('gift-cards:recipientName')).fill('Kollegin Ida')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: t('gift-cards:order'), exact: true }).click()
  await page.waitForURL(/\/sandbox-payment\//)
  await expect(page.getByText(formatPrice(cents, 'EUR'))).toBeVisible()
  await page.getByRole('button', { name: t('payment:sandbox.buttons.pay'), exact: true }).click()
  await page.waitForURL((to) => to.pathname === url('gift-cards', { world }))
  const row = page.getByRole('row').filter({ hasText: 'Kollegin Ida' })
  await expect(row).toContainText(t('gift-cards:states.sent'))
  await expect(row).toContainText(formatPriceWithCode(cents, 'EUR'))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const code = (await row.locator('.table__code').textContent())?.trim() ?? ''

  const other = await browser.newContext({
    ...{ baseURL: baseURL ?? '', viewport: { width: 360, height: 780 }, colorScheme: 'dark' },
  })
  const ida = await other.newPage()
  await newMember(ida, baseURL ?? '')
  await ida.goto(url('credit', { world }))
  const redeem = async (typed: string) => {
    await ida.getByLabel(t('cabinet-credit:credit.code')).fill(typed)
    await ida.getByRole('button', { name: t('cabinet-credit:credit.button'), exact: true }).click()
  }
  await redeem(code)
  await expect(ida.getByText(t('cabinet-credit:credit.redeemed'))).toBeVisible()
  await expect(ida.getByRole('main')).toContainText(formatPriceWithCode(cents, 'EUR'))
  await expectNoSidewaysScroll(ida)
  await expectAccessible(ida)
  // Once, and no more: neither another time nor back to who bought it.
  await redeem(code)
  await expect(ida.locator('[aria-invalid="true"]')).toBeVisible()
  await other.close()
  await page.reload()
  await expect(row).toContainText(t('gift-cards:states.redeemed'))
  await expect(row.getByText(t('gift-cards:giveBack'), { exact: true })).toHaveCount(0)
})
