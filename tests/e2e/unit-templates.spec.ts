import { unitTemplates } from '#exercises/model/task/templates.ts'
import { url } from '#platform/routing/url.ts'
import { expect, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/* An exercise that begins with a template: on a phone, without scripts. */

const world = 'de'
const t = words(world)
const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })

test('an exercise begins with a template and is published as it is', async ({ page, baseURL }) => {
  await newMember(page, baseURL ?? '')
  await page.goto(url('interactive-my', { world }))
  const template = page.getByLabel(text('templates.label'), { exact: true })
  const names = ['empty', ...unitTemplates].map((id) => text(`templates.${id}`))
  await expect(template.locator('option')).toHaveText(names)
  await expectNoSidewaysScroll(page)

  // What was chosen is still chosen where the title says nothing.
  const begin = page.getByRole('button', { name: text('my.create'), exact: true })
  await template.selectOption('history')
  await page.getByLabel(text('fields.title')).fill('   ')
  await begin.click()
  await expect(page.getByLabel(text('fields.title'))).toHaveAttribute('aria-invalid', 'true')
  await expect(template).toHaveValue('history')

  await page.getByLabel(text('fields.title')).fill('Vom Kriegsende zur Einheit')
  await begin.click()
  await expect(page.getByText('Ordne die Ereignisse, das früheste zuerst.').first()).toBeVisible()
  await page.getByRole('button', { name: text('desk.publish'), exact: true }).click()
  await expect(page).toHaveURL(/#published$/)
})
