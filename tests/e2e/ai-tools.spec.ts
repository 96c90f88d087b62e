import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

const world = 'de'
const t = words(world)
const animals = 'Igel\nFuchs\nDachs\nHase\nReh'

for (const width of [360, 1280])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a tool is found, run by keyboard, its result read, printed and found again', async ({
      page,
      baseURL,
    }) => {
      await newMember(page, baseURL ?? '')
      await page.goto(url('ai-tools', { world }))
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      const search = page.getByRole('main').getByRole('searchbox')
      await search.fill('suchsel')
      await search.press('Enter')
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 3 })).toHaveCount(1)
      await main.getByRole('link', { name: t('ai-tools:tools.word-search.name') }).press('Enter')

      // Before the first run stands an example.
      await expect(main.locator('.ai-grid')).toHaveCount(2)
      await main.getByRole('textbox', { name: t('ai-tools:fields.words') }).fill(animals)
      const run = main.getByRole('button', { name: t('ai-tools:form.run') })
      await run.press('Enter')
      await expect(main.getByRole('heading', { name: t('ai-tools:result.heading') })).toBeFocused()
      await expect(main.locator('[data-ai-sheet]')).toContainText('Dachs')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)

      await main.getByRole('link', { name: t('ai-tools:result.page') }).press('Enter')
      await expect(main.locator('.ai-grid')).toHaveCount(2)
      await expect(main.getByRole('button', { name: t('ai-tools:result.print') })).toBeVisible()
      // Kept as a document it is changed and saved.
      await main.getByRole('button', { name: t('ai-tools:documents.keep') }).press('Enter')
      await main.getByLabel(t('ai-tools:documents.title')).fill('Tiere im Wald')
      await main.getByRole('button', { name: t('ai-tools:documents.save') }).press('Enter')
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Tiere im Wald')
      await expectNoSidewaysScroll(page)
      await page.goto(url('ai-documents', { world }))
      await expect(main.getByRole('link', { name: 'Tiere im Wald' })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })

    test('what cannot be made is said at its field, and nothing typed is lost', async ({ page, baseURL }) => {
      await newMember(page, baseURL ?? '')
      await page.goto(url('ai-tool', { world, tool: 'word-search' }))
      const main = page.getByRole('main')
      await main.getByRole('textbox', { name: t('ai-tools:fields.words') }).fill('Igel\nIgelhaus')
      await main.getByRole('button', { name: t('ai-tools:form.run') }).click()
      await expect(main.getByRole('alert').first()).toBeVisible()
      await expect(main.getByRole('textbox', { name: t('ai-tools:fields.words') })).toHaveValue(
        'Igel\nIgelhaus',
      )
    })
  })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('a form ends on a plain page with its result, and a favourite is marked', async ({
    page,
    baseURL,
  }) => {
    await newMember(page, baseURL ?? '')
    await page.goto(url('ai-tool', { world, tool: 'arithmetic' }))
    const main = page.getByRole('main')
    await main.getByRole('button', { name: t('ai-tools:form.run') }).click()
    await expect(main.locator('.ai-sheet table')).toHaveCount(2)
    await page.goto(url('ai-tool', { world, tool: 'arithmetic' }))
    await main.getByRole('button', { name: t('ai-tools:mine.mark') }).click()
    await expect(main.getByRole('heading', { name: t('ai-tools:mine.favorites') })).toBeVisible()
    await main
      .getByRole('button', {
        name: t('ai-tools:mine.unmarkNamed', { name: t('ai-tools:tools.arithmetic.name') }),
      })
      .click()
    await expect(main.getByRole('heading', { name: t('ai-tools:mine.favorites') })).toHaveCount(0)
  })
})

test('a stranger is asked to log in, and what was typed stays', async ({ page }) => {
  await page.goto(url('ai-tool', { world, tool: 'word-search' }))
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: t('ai-tools:fields.words') }).fill(animals)
  await main.getByRole('button', { name: t('ai-tools:form.run') }).click()
  await expect(main.getByRole('link', { name: t('ai-tools:form.login') })).toBeVisible()
  await expect(main.getByRole('textbox', { name: t('ai-tools:fields.words') })).toHaveValue(animals)
})
