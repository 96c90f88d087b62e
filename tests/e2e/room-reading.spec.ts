import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'
import { saidOn, withVoices } from './voices.ts'

/* A pupil who cannot read well yet hears the tasks of a room, where the device has a voice of its own for their language. */

const world = 'de'
const t = words(world)
const task = (id: string, prompt: string) => ({
  ...{ id, type: 'short_text', prompt, points: 1, right: '', wrong: '' },
  data: { answers: [{ pattern: 'ja', fraction: 1 }], caseSensitive: false, acceptTypos: false },
})
const content = {
  title: 'Zum Hören',
  pages: [
    { id: 'p1', title: '', elements: [task('e1', '<p>Scheint die <strong>Sonne</strong>?</p>')] },
    { id: 'p2', title: '', elements: [task('e2', '<p>Regnet es?</p>')] },
  ],
}

test('a task of a room is read aloud by a voice of the device, and a device without one says so', async ({
  page,
  browser,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const unitId = (await client.api('POST', '/v3/units', { title: content.title })).json<{ id: number }>().id
  await client.api('PUT', `/v3/units/${unitId}`, { revision: 1, content })
  await client.api('POST', `/v3/units/${unitId}/publish`)
  const room = (await client.api('POST', '/v3/rooms', { unitId, mode: 'paced' })).json<{
    id: number
    code: string
  }>()
  for (const command of ['open', 'start'])
    await client.api('POST', `/v3/rooms/${room.id}/control`, { command })

  const device = async (voices: { lang: string; localService: boolean }[]) => {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, locale: 'de-DE' })
    const pupil = await context.newPage()
    await withVoices(pupil, voices)
    await pupil.goto(url('room', { world, code: room.code }))
    await pupil
      .getByRole('main')
      .getByRole('button', { name: t('learning-rooms:entry.enter') })
      .click()
    await expect(pupil.getByText('Scheint die Sonne?')).toBeVisible()
    return pupil
  }
  const read = t('new-interactive:play.readTask')
  const hearing = await device([
    { lang: 'fr-FR', localService: true },
    { lang: 'de_DE', localService: true },
  ])
  await hearing.getByRole('button', { name: read }).click()
  expect(await saidOn(hearing)).toEqual(['de_DE: Scheint die Sonne?'])
  await expect(hearing.getByText(t('learning-rooms:work.noVoice'))).toBeHidden()
  await expectNoSidewaysScroll(hearing)
  await expectAccessible(hearing)

  // A voice that sends the text to somebody else is none, and one of another language neither.
  const silent = await device([
    { lang: 'de-DE', localService: false },
    { lang: 'fr-FR', localService: true },
  ])
  await expect(silent.getByText(t('learning-rooms:work.noVoice'))).toBeVisible()
  await expect(silent.getByRole('button', { name: read })).toBeHidden()

  await client.api('POST', `/v3/rooms/${room.id}/control`, { command: 'goto', step: 1 })
  await expect(hearing.getByText('Regnet es?')).toBeVisible()
  await hearing.getByRole('button', { name: read }).click()
  expect((await saidOn(hearing)).at(-1)).toBe('de_DE: Regnet es?')
  for (const each of [hearing, silent]) await each.context().close()
})
