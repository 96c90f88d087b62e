import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/* An exercise is taken over from a file and put in order, on a phone, without scripts. */

const world = 'de'
const t = words(world)
const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })

const gift = `// Aus einer anderen Plattform
::Hauptstadt:: Hauptstadt von Italien? { =Rom ~Mailand }

::Größe:: Ist Rom größer als Turin? {T}

::Rechnung:: {= kaputt`

async function send(page: Page, name: string, body: string): Promise<void> {
  await page.goto(url('interactive-my', { world }))
  await page
    .getByLabel(text('import.file'), { exact: true })
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(body) })
  await page.getByRole('button', { name: text('import.send'), exact: true }).click()
  await expect(page.getByRole('heading', { name: text('import.result') })).toBeVisible()
}

const counted = (counts: Record<'converted' | 'simplified' | 'skipped', number>) =>
  Object.entries(counts)
    .map(([outcome, count]) => text(`import.${outcome}`, { count }))
    .join(', ')

test('a file becomes an exercise; what came, what did not and why is said', async ({ page, baseURL }) => {
  await newMember(page, baseURL ?? '')
  await send(page, 'fragen.gift', gift)
  const result = page.getByRole('region', { name: text('import.result') })
  await expect(result).toContainText(counted({ converted: 2, simplified: 0, skipped: 1 }))
  await expect(result.getByRole('listitem')).toContainText([text('values.skipped')])
  await expectNoSidewaysScroll(page)
  await result.getByRole('link', { name: text('import.open') }).click()
  await expect(page.locator('.exercise a')).toContainText([
    'Hauptstadt von Italien?',
    text('types.true_false'),
  ])

  // A file with nothing to take over says so, and leads nowhere.
  await send(page, 'kaputt.gift', '::Rechnung:: {= kaputt')
  await expect(result).toContainText(counted({ converted: 0, simplified: 0, skipped: 1 }))
  await expect(result.getByRole('link')).toHaveCount(0)

  // What is no file of questions is told as such, and nothing is made of it.
  await send(page, 'notiz.xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>')
  await expect(result.locator('.notice--error')).toBeVisible()
  await expect(page.getByText('root:')).toHaveCount(0)
})

test('tasks go over the border of their page, and pages go up, down and away', async ({ page, baseURL }) => {
  const { client } = await newMember(page, baseURL ?? '')
  const { id } = (await client.api('POST', '/v3/units', { title: 'Seiten' })).json<{ id: number }>()
  const task = (name: string) => ({
    ...{ id: name.toLowerCase(), type: 'info', prompt: `<p>${name}</p>`, points: 0, right: '', wrong: '' },
    data: { html: `<p>${name}</p>` },
  })
  const pages = [
    { id: 'p1', title: 'Anfang', elements: [task('Eins')] },
    { id: 'p2', title: 'Ende', elements: [task('Zwei')] },
    { id: 'p3', title: 'Leer', elements: [] },
  ]
  const saved = await client.api('PUT', `/v3/units/${id}`, {
    revision: 1,
    content: { title: 'Seiten', pages },
  })
  expect(saved.status, saved.text).toBe(200)
  await page.goto(url('interactive-unit', { world, unitId: id }))
  const stored = async () => {
    const unit = await client.api('GET', `/v3/units/${id}`)
    const { content } = unit.json<{ content: { pages: { title: string; elements: { id: string }[] }[] } }>()
    return content.pages.map(({ title, elements }) => `${title} ${elements.map((each) => each.id)}`)
  }
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.waitForLoadState()
  }

  await press(text('values.upNamed', { name: 'Zwei' }))
  await expect.poll(stored).toEqual(['Anfang eins,zwei', 'Ende ', 'Leer '])
  const at = (step: string, number: number) =>
    `${text(`editor.${step}`)} : ${text('editor.pageName', { number })}`
  await press(at('pageUp', 2))
  await expect.poll(stored).toEqual(['Ende ', 'Anfang eins,zwei', 'Leer '])
  await press(at('removePage', 3))
  await expect.poll(stored).toEqual(['Ende ', 'Anfang eins,zwei'])
  await press(at('pageDown', 1))
  await expect.poll(stored).toEqual(['Anfang eins,zwei', 'Ende '])
  await press(text('values.downNamed', { name: 'Zwei' }))
  await expect.poll(stored).toEqual(['Anfang eins', 'Ende zwei'])
  await expectNoSidewaysScroll(page)
})

test('an earlier version is found at the desk and becomes the draft again', async ({ page, baseURL }) => {
  const { client } = await newMember(page, baseURL ?? '')
  const { id } = (await client.api('POST', '/v3/units', { title: 'Früher' })).json<{ id: number }>()
  const save = async (revision: number, names: readonly string[]) => {
    const elements = names.map((name, at) => ({
      ...{ id: `e${at}`, type: 'info', prompt: `<p>${name}</p>`, points: 0, right: '', wrong: '' },
      data: { html: `<p>${name}</p>` },
    }))
    const content = { title: 'Früher', pages: [{ id: 'p1', title: '', elements }] }
    const saved = await client.api('PUT', `/v3/units/${id}`, { revision, content })
    expect(saved.status, saved.text).toBe(200)
  }
  const address = url('interactive-unit', { world, unitId: id })
  const fold = page.locator('#versions')
  await page.goto(address)
  await expect(fold).toHaveCount(0)
  await save(1, ['Eins'])
  await client.api('POST', `/v3/units/${id}/publish`)
  await save(2, ['Eins', 'Zwei'])
  await client.api('POST', `/v3/units/${id}/publish`)
  await page.goto(address)
  await fold.locator('summary').click()
  await expect(fold.getByRole('listitem')).toContainText([
    text('versions.tasks', { count: 2 }),
    text('versions.tasks', { count: 1 }),
  ])
  await expectNoSidewaysScroll(page)
  await fold.getByRole('button').last().click()
  await expect(page).toHaveURL(/#restored$/)
  await expect(page.getByText(text('versions.restored'))).toBeVisible()
  await expect(page.locator('.exercise a')).toHaveText(['Eins'])
})
