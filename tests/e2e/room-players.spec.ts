import type { Locator } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/* A class in a room: the players of practice, the frame of who plays, and the board. */

const world = 'de'
const t = words(world)
const button = (part: Locator, name: string) => part.getByRole('button', { name, exact: true })
const task = (id: string, type: string, prompt: string, data: object) => ({
  ...{ id, type, prompt: `<p>${prompt}</p>`, points: 2, right: '', wrong: '' },
  data,
})
const match = task('e1', 'match', 'Was gehört zusammen?', {
  left: [
    { id: 'a', text: 'Italien' },
    { id: 'b', text: 'Spanien' },
  ],
  right: [
    { id: 'a', text: 'Rom' },
    { id: 'b', text: 'Madrid' },
  ],
  pairs: [
    ['a', 'a'],
    ['b', 'b'],
  ],
})
const choice = task('e1', 'choice', 'Wo steht das Kolosseum?', {
  ...{ isMulti: false, policy: 'net' },
  options: ['Rom', 'Mailand', 'Turin'].map((words, at) => ({
    ...{ id: 'abc'[at], text: words, weight: at === 0 ? 1 : 0, feedback: '' },
  })),
})

async function makeRoom(
  client: Awaited<ReturnType<typeof newMember>>['client'],
  element: object,
  mode: string,
) {
  const content = { title: 'Städte', pages: [{ id: 'p1', title: '', elements: [element] }] }
  const { id: unitId } = (await client.api('POST', '/v3/units', { title: 'Städte' })).json<{ id: number }>()
  const saved = await client.api('PUT', `/v3/units/${unitId}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  await client.api('POST', `/v3/units/${unitId}/publish`)
  const room = (await client.api('POST', '/v3/rooms', { unitId, mode })).json<{ id: number; code: string }>()
  const control = (command: string) => client.api('POST', `/v3/rooms/${room.id}/control`, { command })
  await control('open')
  return { ...room, control }
}

test('pupils put things to places as at practice; what they say arrives, and no shop stands around it', async ({
  page,
  browser,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const room = await makeRoom(client, match, 'self')
  await room.control('start')
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'de-DE' })
  const pupil = await context.newPage()
  await pupil.goto(url('room', { world, code: room.code }))
  await expect(pupil.getByRole('searchbox')).toHaveCount(0)
  await button(pupil.getByRole('main'), t('learning-rooms:entry.enter')).click()
  const main = pupil.getByRole('main')
  const put = async (thing: string, target: string) => {
    await button(main, thing).press('Enter')
    await button(main, t('new-interactive:play.placeHere', { name: thing, target })).press('Enter')
  }
  await put('Rom', 'Italien')
  await put('Madrid', 'Spanien')
  await expectAccessible(pupil)
  await expectNoSidewaysScroll(pupil)
  const answers = async () =>
    (await client.api('GET', `/v3/rooms/${room.id}`)).json<{ answers: { state: string }[] }>().answers
  await expect.poll(answers).toMatchObject([{ state: 'correct' }])
  // A reload shows what arrived.
  await pupil.reload()
  const taken = { name: 'Rom', target: 'Italien' }
  await expect(button(main, t('new-interactive:play.takeBack', taken))).toBeVisible()
  await context.close()
})

test('the board shows who has come, large, then answers by colour and shape, then how many chose what', async ({
  page,
  browser,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const room = await makeRoom(client, choice, 'quiz')
  await page.goto(url('room-screen', { world, roomId: room.id }))
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'de-DE' })
  const pupil = await context.newPage()
  await pupil.goto(url('room', { world, code: room.code }))
  await button(pupil.getByRole('main'), t('learning-rooms:entry.enter')).click()
  await expect(
    page.getByRole('list', { name: t('learning-rooms:screen.joined') }).getByRole('listitem'),
  ).toHaveCount(1)
  await expect(page.locator('[data-full-screen]')).toBeVisible()
  await expectAccessible(page)
  await room.control('start')
  await expect(page.locator('.shaped > li')).toHaveCount(3)
  // The same place and shape on both.
  const onBoard = await page.locator('.shaped > li').allTextContents()
  const ofPupil = pupil.locator('.room-task .answers > .check')
  await expect(ofPupil).toHaveCount(3)
  expect((await ofPupil.allTextContents()).map((each) => each.trim())).toEqual(
    onBoard.map((each) => each.trim()),
  )
  await pupil.getByRole('radio', { name: 'Rom' }).check()
  await expect(page.getByText(t('learning-rooms:screen.answered', { answered: 1, all: 1 }))).toBeVisible()
  await room.control('reveal')
  await expect(page.getByRole('meter', { name: 'Rom' })).toHaveAttribute('value', '1')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await context.close()
})
