import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, test, words } from './fixtures.ts'

/* What was wrong beside a field leaves with the right value, before the form is sent again. */

const world = 'de'
const t = words(world)

test('an error stays while its value is wrong and leaves when it is right', async ({ page }) => {
  await page.goto(url('register', { world }))
  await page.getByRole('button', { name: t('signup:submit') }).click()
  const problems = page.locator('[data-problems]')
  await expect(problems).toBeVisible()
  const email = page.getByLabel(t('signup:email'), { exact: true })
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.pressSequentially('anna@')
  await expect(page.locator('#email-error')).toBeVisible()
  await email.pressSequentially('schule.example')
  await expect(page.locator('#email-error')).toHaveCount(0)
  await expect(email).not.toHaveAttribute('aria-invalid')
  await expect(problems.locator('a[href="#email"] > s')).toHaveCount(1)
  await expect(page.locator('#publicName-error')).toBeVisible()
  await page.getByLabel(t('signup:agb')).check()
  await expect(page.locator('#agb-error')).toHaveCount(0)
  await expectAccessible(page)
})

test('a password is seen while its button is pressed, and is sent as a password', async ({ page }) => {
  await page.goto(url('login', { world }))
  const field = page.getByLabel(t('login:password'), { exact: true })
  const button = page.getByRole('button', { name: t('common:buttons.showPassword') })
  await field.fill('wrong-2026')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(field).toHaveAttribute('type', 'text')
  await expect(field).toHaveValue('wrong-2026')
  await expectAccessible(page)
  await button.press('Enter')
  await expect(field).toHaveAttribute('type', 'password')
  await button.click()
  // A refused post replaces the part: the button is there again, and nothing is shown.
  await page.getByLabel(t('login:email'), { exact: true }).fill('nobody@aularium.example')
  await page.getByRole('button', { name: t('login:submit'), exact: true }).click()
  await expect(page.locator('[data-problems], .notice--error').first()).toBeVisible()
  await expect(field).toHaveAttribute('type', 'password')
  await button.click()
  await expect(field).toHaveAttribute('type', 'text')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('there is no button that would show a password', async ({ page }) => {
    await page.goto(url('register', { world }))
    await expect(page.getByLabel(t('signup:password'), { exact: true })).toBeVisible()
    await expect(page.locator('[data-show-password]')).toBeHidden()
  })
})

test('the terms are read from within their sentence', async ({ page }) => {
  await page.goto(url('register', { world }))
  const sentence = page.locator('label', { has: page.getByLabel(t('signup:agb')) })
  const terms = url('terms', { world })
  await expect(sentence.getByRole('link', { name: t('signup:agbTerms') })).toHaveAttribute('href', terms)
  await expect(sentence.getByRole('link', { name: t('signup:agbPrivacy') })).toHaveAttribute(
    'href',
    url('privacy', { world }),
  )
})
