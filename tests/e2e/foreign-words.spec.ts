import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'
import { at } from './playing.ts'
import { saidOn, withVoices } from './voices.ts'

/* A teacher says which words are of another language, and no device reads them in the wrong voice. */

const world = 'de'
const t = words(world)
const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)
const own = (lang: string) => ({ lang, localService: true })

const content = {
  title: 'Englische Tiere',
  pages: [
    {
      ...{ id: 'p1', title: '' },
      elements: [
        {
          ...{
            id: 'e1',
            type: 'short_text',
            prompt: '<p>Was heißt the dog</p>',
            points: 1,
            right: '',
            wrong: '',
          },
          data: { answers: [{ pattern: 'der Hund', fraction: 1 }], caseSensitive: false, acceptTypos: false },
        },
        {
          ...{
            id: 'e2',
            type: 'short_text',
            prompt: '<p>Und die Katze?</p>',
            points: 1,
            right: '',
            wrong: '',
          },
          data: { answers: [{ pattern: 'cat', fraction: 1 }], caseSensitive: false, acceptTypos: false },
        },
      ],
    },
  ],
}

test('foreign words are marked by keyboard and read by a voice of their own, or the page says that there is none', async ({
  page,
  browser,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const unitId = (await client.api('POST', '/v3/units', { title: content.title })).json<{ id: number }>().id
  const saved = await client.api('PUT', `/v3/units/${unitId}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)

  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(url('interactive-unit', { world, unitId }))
  await at(page.locator('.edit-card__name').first(), 'Enter')
  const card = page.locator('.edit-card').first()
  const field = card.getByRole('textbox', { name: text('fields.prompt'), exact: true })
  await field.focus()
  await page.keyboard.press('ControlOrMeta+End')
  for (let letter = 0; letter < 'the dog'.length; letter += 1) await page.keyboard.press('Shift+ArrowLeft')
  await card.getByLabel(text('editor.wordsLanguage')).selectOption('en')
  await expect(field.locator('span[lang="en"]')).toHaveText('the dog')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const stored = async () => (await client.api('GET', `/v3/units/${unitId}`)).text
  await expect.poll(stored).toContain('<span lang=\\"en\\">the dog</span>')
  expect((await client.api('POST', `/v3/units/${unitId}/publish`)).status).toBe(200)

  const state = await page.context().storageState()
  const device = async (...langs: string[]) => {
    const viewport = { width: 320, height: 640 }
    const context = await browser.newContext({ viewport, locale: 'de-DE', storageState: state })
    const pupil = await context.newPage()
    await withVoices(pupil, langs.map(own))
    await pupil.goto(url('interactive-play', { world, key: String(unitId) }))
    await expect(pupil.locator('#e1 span[lang="en"]')).toHaveText('the dog')
    return pupil
  }
  const read = { name: text('play.readTask') }
  const both = await device('de-DE', 'en-GB')
  await both.locator('#e1').getByRole('button', read).click()
  expect(await saidOn(both)).toEqual(['de-DE: Was heißt', 'en-GB: the dog'])
  await expect(both.getByText(text('play.noReading'))).toHaveCount(0)
  await expectAccessible(both)

  // Only the task with the words it cannot say is not read.
  const german = await device('de-DE')
  await expect(german.locator('#e2').getByRole('button', read)).toBeVisible()
  await expect(german.locator('#e1').getByText(text('play.noReading'))).toBeVisible()
  await expect(german.locator('#e1').getByRole('button', read)).toHaveCount(0)

  // Without any voice that is said once, above the tasks.
  const silent = await device()
  await expect(silent.getByText(text('play.noReading')).first()).toBeVisible()
  await expect(silent.locator('#e2').getByText(text('play.noReading'))).toHaveCount(0)
  await expect(silent.getByRole('button', read)).toHaveCount(0)
  await expectNoSidewaysScroll(silent)
  await expectAccessible(silent)
  for (const each of [both, german, silent]) await each.context().close()
})
