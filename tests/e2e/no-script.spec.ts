import { url } from '#routing/url.ts'
import { expect, logInBrowser, test, words } from './fixtures.ts'
import {
  download,
  expectThanks,
  goToPayment,
  narrow,
  newEmail,
  openMaterial,
  order,
  putIntoCart,
  registerAtPayment,
  searchFor,
} from './journey.ts'

/** Everything that finds, buys and uses a material works as plain HTML. */
test.use({ javaScriptEnabled: false })

const world = 'de'
const t = words(world)

test('search, cart, account, payment and download without JavaScript', async ({ page, published }) => {
  await searchFor(page, world, 'bruchrechnung klasse 6')
  await narrow(page, world, 'material_type', /Arbeitsblatt/)
  await openMaterial(page, published.title)
  await putIntoCart(page, world)
  await page.waitForURL((address) => address.pathname === url('cart', { world }))
  await expect(page.getByRole('main')).toContainText(published.title)
  await goToPayment(page, world)
  await registerAtPayment(page, world, newEmail())
  await order(page, world, { totalCents: published.price, currency: 'EUR', outcome: 'pay' })
  await expectThanks(page, world)
  expect((await download(page)).sha256).toBe(published.sha256)
})

test('taking out of the cart, with a way back', async ({ page, published }) => {
  await page.goto(published.url)
  await putIntoCart(page, world)
  await page.getByRole('button', { name: t('cart:removeNamed', { title: published.title }) }).click()
  await expect(page.getByRole('main')).toContainText(t('cart:removed.notice'))
  await page.getByRole('button', { name: t('cart:removed.undo') }).click()
  await expect(page.getByRole('main')).toContainText(published.title)
})

test('remembering and forgetting', async ({ page, published }) => {
  await page.goto(published.url)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('common:buttons.addToFavorites') })
    .first()
    .click()
  await page.waitForURL((address) => address.pathname === url('favorites', { world }))
  await expect(page.getByRole('main')).toContainText(published.title)
})

test('another country shows its tax and keeps what was ticked', async ({ page, client, published }) => {
  await logInBrowser(page, client, 'master@aularium.example')
  await page.goto(published.url)
  await putIntoCart(page, world)
  await page.goto(url('payment', { world }))
  await page.getByLabel(t('payment:consent.waiver')).check()
  await page.getByLabel(t('payment:country.label')).selectOption('AT')
  await page.getByRole('button', { name: t('payment:country.update') }).click()
  await expect(page.getByRole('main')).toContainText(t('payment:order.tax', { rate: '20' }))
  await expect(page.getByLabel(t('payment:consent.waiver'))).toBeChecked()
  await expect(page.getByLabel(t('payment:country.label'))).toHaveValue('AT')
})

test('a wrong password says so and keeps the e-mail', async ({ page }) => {
  await page.goto(url('login', { world }))
  await page.getByLabel(t('login:email')).fill('buyer@aularium.example')
  await page.getByLabel(t('login:password')).fill('not the password')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('login:submit'), exact: true })
    .click()
  await expect(page.getByText(t('errors:invalid_credentials'))).toBeVisible()
  await expect(page.getByLabel(t('login:email'))).toHaveValue('buyer@aularium.example')
  await expect(page.getByLabel(t('login:password'))).toHaveValue('')
})
