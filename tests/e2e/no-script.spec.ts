import { join } from 'node:path'
import { url } from '#platform/routing/url.ts'
import { expect, test, words } from './fixtures.ts'
import {
  download,
  expectThanks,
  goToPayment,
  narrow,
  newEmail,
  newMember,
  openMaterial,
  order,
  payFrom,
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

test('another country shows its tax and keeps what was ticked', async ({ page, baseURL, published }) => {
  // What is put into a cart is there for whoever logs in as its owner.
  const { client } = await newMember(page, baseURL ?? '')
  await page.goto(published.url)
  await putIntoCart(page, world)
  await page.goto(url('payment', { world }))
  await page.getByLabel(t('payment:consent.waiver')).check()
  await payFrom(page, world, 'AT')
  await page.getByRole('button', { name: t('payment:country.update') }).click()
  await expect(page.getByRole('main')).toContainText(t('payment:order.tax', { rate: '20' }))
  await expect(page.getByLabel(t('payment:consent.waiver'))).toBeChecked()
  await expect(page.getByLabel(t('payment:country.label'))).toHaveValue('AT')
  client.close()
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

test('a recording is sent for an answer, and heard by who practises', async ({ page, baseURL }) => {
  const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)
  const recording = join(import.meta.dirname, '../../src/demo/units/sounds/up.mp3')
  const plain = page.locator('[data-plain-editor]')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await newMember(page, baseURL ?? '')
  await page.goto(url('interactive-my', { world }))
  await page.getByLabel(text('fields.title')).fill('Hören ohne Skripte')
  await button(text('my.create')).click()
  await plain
    .getByRole('link', { name: text('types.choice') })
    .first()
    .click()
  // Of a task that is not stored yet there are no lines to choose from.
  await expect(plain.getByLabel(text('editor.soundPlace'))).toHaveCount(0)
  await plain.getByLabel(text('fields.prompt'), { exact: true }).fill('Was hörst du?')
  await plain.getByLabel(text('fields.options'), { exact: true }).fill('* C D E F G\nG F E D C')
  await plain
    .getByRole('button', { name: text('editor.save'), exact: true })
    .first()
    .click()
  await plain.locator('a[href*="element="]').first().click()

  const place = plain.getByLabel(text('editor.soundPlace'))
  const send = place.locator('xpath=ancestor::form')
  await expect(place.locator('option')).toHaveText(['1. C D E F G', '2. G F E D C'])
  // What is no recording is said at the form, and changes nothing.
  const none = { name: 'a.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no recording') }
  await send.getByLabel(text('fields.sound'), { exact: true }).setInputFiles(none)
  await send.getByRole('button', { name: text('editor.sendFile') }).click()
  await expect(send).toContainText(text('editor.soundFails'))
  await place.selectOption({ label: '1. C D E F G' })
  await send.getByLabel(text('fields.sound'), { exact: true }).setInputFiles(recording)
  await send.getByRole('button', { name: text('editor.sendFile') }).click()
  const lines = plain.getByLabel(text('fields.options'), { exact: true })
  await expect(lines).toHaveValue(/^\* !\[\]\(unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.mp3\) C D E F G\nG F E D C$/)
  await plain
    .getByRole('button', { name: text('editor.save'), exact: true })
    .first()
    .click()

  await button(text('desk.publish')).click()
  // Where the recording cannot go is said beside the formats.
  const gift = text('desk.plainerOf', { format: text('values.gift'), names: '' }).trim()
  await expect(page.getByRole('listitem').filter({ hasText: gift })).toHaveCount(1)
  await button(text('desk.share')).click()
  const address = new URL(await page.getByLabel(text('desk.open')).inputValue()).pathname
  await page.context().clearCookies()
  await page.goto(address)
  const heard = page.locator('section.exercise audio')
  await expect(heard).toHaveCount(1)
  await expect(heard).toHaveAttribute('controls', '')
  const source =
    (await heard.getAttribute('src')) ?? (await heard.locator('source').getAttribute('src')) ?? ''
  const answer = await page.request.get(source)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'audio/mpeg'])
  await page.getByRole('radio').nth(0).check()
})
