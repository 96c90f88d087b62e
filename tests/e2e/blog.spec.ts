import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, logInBrowser, test, words } from './fixtures.ts'

const world = 'de'
const t = words(world)

test('an author writes a post, a reader comments and likes it, the author deletes it and takes that back', async ({
  page,
  browser,
  client,
  baseURL,
}) => {
  test.slow()
  const title = `Lesespuren im Herbst ${Date.now()}`
  await logInBrowser(page, client, 'seller@aularium.example')
  await page.goto(url('post-editor', { world }))
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: t('blogpost:editor.title'), exact: true }).fill(title)
  // First as Markdown, then on in the editor: the words of one are the words of the other.
  await main.getByRole('button', { name: t('blogpost:editor.rich.code') }).click()
  await main
    .locator('textarea[name=source]')
    .fill('## Was man braucht\n\n- Kreide\n- **Geduld**\n\n<b>kein HTML</b>')
  await main.getByRole('button', { name: t('blogpost:editor.rich.rich') }).click()
  const surface = main.getByRole('textbox', { name: t('blogpost:editor.source'), exact: true })
  await expect(surface.locator('strong')).toHaveText('Geduld')
  await surface.press('Control+End')
  await surface.pressSequentially(' Und * Zeit')
  await main.getByRole('button', { name: t('blogpost:editor.rich.table'), exact: true }).click()
  for (const head of ['Wann', 'Wo', 'Womit']) {
    await surface.pressSequentially(head)
    await surface.press('Tab')
  }
  await expect(main.locator('[data-draft-state]')).toContainText(/\d\d:\d\d/)
  await expectAccessible(page)
  await main.getByRole('button', { name: t('blogpost:editor.preview') }).click()
  const preview = main.getByRole('region', { name: t('blogpost:editor.previewHeading') })
  await expect(preview.getByRole('heading', { name: 'Was man braucht' })).toBeVisible()
  await expect(preview).toContainText('<b>kein HTML</b> Und * Zeit')
  // What is written goes on in the same editor; and who has seen enough does not wait for another preview.
  await expect(surface.locator('strong')).toHaveText('Geduld')
  await page.route('**/post-editor*', (route) =>
    route.request().postData()?.includes('preview-post') ? undefined : route.continue(),
  )
  await main.getByRole('button', { name: t('blogpost:editor.preview') }).click()
  await main.getByRole('button', { name: t('blogpost:editor.publish'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(main.getByRole('columnheader', { name: 'Wann' })).toBeVisible()
  await expectAccessible(page)
  const post = new URL(page.url()).pathname

  const reader = await browser.newContext({ ...(baseURL && { baseURL }), serviceWorkers: 'block' })
  const readerPage = await reader.newPage()
  await readerPage.goto(post)
  await expect(readerPage.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const comment = 'Das probiere ich am Montag.'
  await readerPage.getByLabel(t('comments:thread.label')).fill(comment)
  await readerPage.getByRole('button', { name: t('comments:thread.submit') }).click()
  // Nobody is logged in: the place to do so opens beside what was typed.
  await expect(readerPage.getByLabel(t('comments:thread.label'))).toHaveValue(comment)
  await readerPage.getByLabel(t('login:email'), { exact: true }).fill('buyer@aularium.example')
  await readerPage.getByLabel(t('login:password'), { exact: true }).fill('Aularium-2026!')
  await readerPage.getByRole('button', { name: t('comments:thread.loginSubmit') }).click()
  const said = readerPage.locator('article.comment').filter({ hasText: comment })
  await expect(said).toBeVisible()
  await readerPage.getByRole('button', { name: t('blogpost:like'), exact: true }).click()
  await expect(readerPage.locator('#liked')).toBeVisible()
  await expectAccessible(readerPage)
  await said.locator('summary').click()
  await said.getByRole('button', { name: t('comments:thread.delete') }).click()
  await expect(readerPage.locator('#comment-deleted')).toBeVisible()
  await expect(said).toHaveCount(0)

  await page.goto(url('post-editor', { world }))
  await main.getByRole('link', { name: title }).click()
  await main.locator('.danger-zone summary').click()
  await main.getByRole('button', { name: t('blogpost:editor.delete'), exact: true }).click()
  await expect(main).toContainText(t('blogpost:editor.deleted', { title }))
  expect((await readerPage.goto(post))?.status()).toBeGreaterThanOrEqual(404)
  await main.getByRole('button', { name: t('common:buttons.undo') }).click()
  await expect(main).toContainText(t('blogpost:editor.restored'))
  await main.locator('.danger-zone summary').click()
  await main.getByRole('button', { name: t('blogpost:editor.delete'), exact: true }).click()
  await expect(main).toContainText(t('blogpost:editor.deleted', { title }))
  await reader.close()
})

test('without scripts an author sees what was typed as readers will, and goes on with it', async ({
  page,
  client,
  browser,
}) => {
  await logInBrowser(page, client, 'seller@aularium.example')
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const editor = await plain.newPage()
  await editor.goto(url('post-editor', { world }))
  const source = editor.locator('textarea[name=source]')
  await editor.getByRole('textbox', { name: t('blogpost:editor.title'), exact: true }).fill('Ohne Skripte')
  await source.fill('Mit **Geduld**.')
  await editor.getByRole('button', { name: t('blogpost:editor.preview'), exact: true }).click()
  const preview = editor.getByRole('region', { name: t('blogpost:editor.previewHeading') })
  await expect(preview.locator('strong')).toHaveText('Geduld')
  await expect(source).toHaveValue('Mit **Geduld**.')
  await plain.close()
})
