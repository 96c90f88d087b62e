import type { BrowserContext } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

const world = 'de'
const t = words(world)
const elements = [
  {
    ...{
      id: 'e1',
      type: 'choice',
      prompt: '<p>Wo steht das Kolosseum?</p>',
      points: 1,
      right: '',
      wrong: '',
    },
    data: {
      ...{ isMulti: false, policy: 'net' },
      options: ['Rom', 'Mailand'].map((text, at) => ({
        ...{ id: 'ab'[at], text, weight: 1 - at },
        feedback: at === 1 ? 'Dort steht der Dom.' : '',
      })),
    },
  },
]
const content = { title: 'Bauwerke', pages: [{ id: 'p1', title: '', elements }] }

test('in a quiz a tap is the answer; who tapped nothing is told so', async ({ page, browser, baseURL }) => {
  const { client } = await newMember(page, baseURL ?? '')
  const unitId = (await client.api('POST', '/v3/units', { title: content.title })).json<{ id: number }>().id
  await client.api('PUT', `/v3/units/${unitId}`, { revision: 1, content })
  await client.api('POST', `/v3/units/${unitId}/publish`)
  const made = await client.api('POST', '/v3/rooms', { unitId, mode: 'quiz', seconds: 120 })
  const room = made.json<{ id: number; code: string }>()
  const control = (command: string) => client.api('POST', `/v3/rooms/${room.id}/control`, { command })
  await control('open')
  const contexts: BrowserContext[] = []
  const device = async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'de-DE' })
    contexts.push(context)
    const one = await context.newPage()
    await one.goto(url('room', { world, code: room.code }))
    await one
      .getByRole('main')
      .getByRole('button', { name: t('learning-rooms:entry.enter'), exact: true })
      .click()
    return one
  }
  const [tapping, silent] = [await device(), await device()]
  await control('start')
  await tapping.getByRole('radio', { name: 'Mailand' }).check()
  await expect
    .poll(async () => (await client.api('GET', `/v3/rooms/${room.id}`)).json<{ answers: object[] }>().answers)
    .toMatchObject([{ state: 'incorrect' }])
  await expect(silent.getByRole('radio', { name: 'Rom' })).toBeVisible()
  await control('reveal')
  // What was written for the option is said to whoever picked it, and to nobody else.
  await expect(tapping.getByText('Dort steht der Dom.')).toBeVisible()
  await expect(silent.getByText(t('learning-rooms:work.nothingSent'))).toBeVisible()
  await expect(silent.getByText('Dort steht der Dom.')).toHaveCount(0)
  for (const one of [tapping, silent]) await expectNoSidewaysScroll(one)
  for (const context of contexts) await context.close()
})
