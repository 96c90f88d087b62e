import type { Locator, Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/* Games that show what was found: a word by its place, pairs by the game that found them; by keyboard, and without scripts. */

const world = 'de'
const t = words(world)
const play = (name: string, vars = {}) => t(`new-interactive:play.${name}`, vars)

const elements = [
  {
    ...{ id: 'e1', type: 'word_search', prompt: '<p>Finde die Städte.</p>', points: 2, right: '', wrong: '' },
    data: {
      words: ['ROM', 'PARIS'].map((word) => ({ word, clue: '' })),
      ...{ size: 7, seed: 'stadt', showsWords: true, dirs: ['right', 'down'] },
    },
  },
  {
    ...{ id: 'e2', type: 'memory', prompt: '<p>Finde die Paare.</p>', points: 1, right: '', wrong: '' },
    data: {
      pairs: [
        { a: 'Hund', b: 'dog' },
        { a: 'Katze', b: 'cat' },
      ],
    },
  },
]

async function makeUnit(client: Client): Promise<number> {
  const { id } = (await client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>()
  const content = { title: 'Spiele', pages: [{ id: 'p1', title: '', elements }] }
  const saved = await client.api('PUT', `/v3/units/${id}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  expect((await client.api('POST', `/v3/units/${id}/publish`)).status).toBe(200)
  return id
}

/** Row and column of the first letter, as somebody reads them off the numbers beside the square. */
async function placeOf(square: Locator, word: string): Promise<string> {
  const rows = await square
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    )
  for (const [y, row] of rows.entries())
    for (const x of row.keys())
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
      ] as const)
        if ([...word].every((letter, step) => rows[y + dy * step]?.[x + dx * step] === letter))
          return `${y + 1}, ${x + 1}`
  throw new Error(`no ${word} in the square`)
}

const field = (page: Page, name: string) =>
  page.locator('input, select').and(page.getByLabel(name, { exact: true }))

test('a word counts where its place is written down, and the square marks it', async ({ page, baseURL }) => {
  const { client } = await newMember(page, baseURL ?? '')
  const id = await makeUnit(client)
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(url('interactive-play', { world, key: String(id) }))
    await expect(page.locator('.letters--live')).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
  await expectAccessible(page)
  const square = page.locator('.letters--live')
  for (const word of ['ROM', 'PARIS']) {
    await field(page, word).focus()
    await page.keyboard.type(await placeOf(square, word))
  }
  await expect(page.locator('.letters__found')).toHaveCount(8)
  const task = page.locator('#e1')
  await task.getByRole('button', { name: play('checkOne'), exact: true }).press('Enter')
  await expect(task.locator('.notice')).toContainText(t('new-interactive:values.correct'))
})

test('the moves and the time of a game of pairs are told at its end', async ({ page, baseURL }) => {
  const { client } = await newMember(page, baseURL ?? '')
  await page.goto(url('interactive-play', { world, key: String(await makeUnit(client)) }))
  const task = page.locator('#e2')
  const cards = task.locator('.memory__card')
  for (const one of [0, 1, 2, 3])
    for (const other of [0, 1, 2, 3])
      if (other > one) for (const at of [one, other]) await cards.nth(at).press('Enter')
  const announced = play('gameDone', { moves: '@', time: '@' }).split('@')[0] ?? ''
  await expect(task.getByText(announced)).toHaveText(/\d.*\d:\d\d/)
  await task.getByRole('button', { name: play('checkOne'), exact: true }).press('Enter')
  await expect(task.locator('.notice')).toContainText(t('new-interactive:values.correct'))
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })

  test('places are written and pairs are chosen', async ({ page, baseURL }) => {
    const { client } = await newMember(page, baseURL ?? '')
    await page.goto(url('interactive-play', { world, key: String(await makeUnit(client)) }))
    for (const word of ['ROM', 'PARIS'])
      await field(page, word).fill(await placeOf(page.locator('#e1 .letters'), word))
    const cards = await page.locator('#e2 .pairs details p').allTextContents()
    for (const [front, back] of [
      ['Hund', 'dog'],
      ['Katze', 'cat'],
    ] as const) {
      const [one, other] = [front, back].map((text) => cards.findIndex((card) => card.trim() === text) + 1)
      await field(page, play('belongsTo', { place: one })).selectOption(play('card', { place: other }))
    }
    await page.getByRole('button', { name: play('check'), exact: true }).click()
    await expect(page.locator('#outcome')).toContainText('100')
    await expect(field(page, 'ROM')).not.toHaveValue('')
    await expectNoSidewaysScroll(page)
  })
})
