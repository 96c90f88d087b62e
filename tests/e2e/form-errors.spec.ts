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
