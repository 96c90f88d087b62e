import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { cut, fieldsOf } from '#shop/content/editorial/server/service.ts'
import { member, type Person, type TestApp } from '../support/app.ts'
import { openEmptyBuiltApp } from '../support/built-app.ts'
import { multipart, send } from '../support/http-client.ts'

/** What editors put on pages of others: on top of home and magazine, in the frame, among team, positions and questions. */

let app: TestApp
let editor: Person

beforeAll(async () => {
  app = await openEmptyBuiltApp()
  editor = await member(app, 'editor', { role: 'editor' })
}, 300_000)
afterAll(() => app.close())

const home = url('home', { world: 'de' })
const text = async (path: string) => (await send(app.base, { path })).text
const html = (page: Parameters<typeof url>[0]) => text(url(page as 'home', { world: 'de' }))
const within = { timeout: 2000, interval: 50 }

async function begin(kind: string, title: string): Promise<{ kind: string; key: string }> {
  const begun = await editor.client.api('POST', '/v1/texts', { kind, title })
  expect(begun.status, begun.text).toBe(200)
  return begun.json()
}

async function publish(name: { kind: string; key: string }, words: Record<string, string>, version = 2) {
  return await editor.client.api('PUT', '/v1/texts/published', { ...name, version, words })
}

const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const bodyOf = (page: string) => page.slice(page.indexOf('<body'))
const hitOf = async (path: string) => {
  const before = app.deps.metrics.pageHits.count
  await send(app.base, { path })
  return app.deps.metrics.pageHits.count > before
}

describe('a slot', () => {
  test('stands on top of home from its minute until its end, without anybody doing anything', async () => {
    const name = await begin('slot', 'Der Advent beginnt')
    const words = {
      title: 'Der Advent beginnt',
      page: 'home',
      href: 'route:offers',
      button: 'Zu den Angeboten',
    }
    await text(home)
    expect(await hitOf(home)).toBe(true)
    const times = { startsAt: at(2500), endsAt: at(5500) }
    const published = await publish(name, { ...words, ...times, body: 'Jeden Tag ein **Blatt**.\n' })
    expect(published.status, published.text).toBe(200)
    expect(await text(home)).not.toContain('Der Advent beginnt')
    await expect.poll(() => text(home), { timeout: 4000, interval: 50 }).toContain('Der Advent beginnt')
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(times.startsAt))
    expect(await text(home)).toMatch(
      /<h2 id="slot">[\s\S]*<strong>Blatt<\/strong>[\s\S]*href="\/de\/angebote"[^>]*>Zu den Angeboten</,
    )
    expect(await html('magazine')).not.toContain('Der Advent beginnt')
    await expect.poll(() => text(home), { timeout: 4000, interval: 50 }).not.toContain('Der Advent beginnt')
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(times.endsAt))
  })

  test('of the magazine drops the magazine and home, and no other page', async () => {
    const faq = url('faq', { world: 'de' })
    await Promise.all([html('magazine'), text(faq), text(home), text('/it')])
    const name = await begin('slot', 'Neu im Heft')
    await publish(name, { title: 'Neu im Heft', page: 'magazine', body: 'Drei Ideen.\n' })
    await expect.poll(() => html('magazine'), within).toContain('Neu im Heft')
    expect([await hitOf(faq), await hitOf('/it')]).toEqual([true, true])
    expect(await text(home)).not.toContain('Neu im Heft')
  })

  test('without a page, with a link that leads nowhere or a picture nobody put in is refused by its field', async () => {
    const name = await begin('slot', 'Halb fertig')
    const refused = async (other: Record<string, string>) => {
      const answer = await publish(name, { title: 'Halb fertig', page: 'home', body: 'Worte.\n', ...other })
      expect(answer.status, answer.text).toBe(422)
      return answer.json<{ error: { fields: Record<string, string> } }>().error.fields
    }
    expect(await refused({ page: '' })).toEqual({ page: 'invalid' })
    expect(await refused({ href: 'route:nowhere' })).toEqual({ href: 'invalid' })
    expect(await refused({ href: 'javascript:alert(1)' })).toEqual({ href: 'invalid' })
    expect(await refused({ picture: 'picture:99999' })).toEqual({ picture: 'invalid' })
    expect(await refused({ picture: 'https://example.org/a.png' })).toEqual({ picture: 'invalid' })
    expect(await refused({ startsAt: 'morgen' })).toEqual({ startsAt: 'invalid' })
  })

  test('a time without a zone is one of the world', async () => {
    const name = await begin('slot', 'Um acht Uhr')
    const words = { title: 'Um acht Uhr', page: 'home', startsAt: '2099-07-01T08:00', body: 'Worte.\n' }
    await publish(name, words)
    const found = () => app.deps.articles.entries('slot', 'de').find(({ key }) => key === name.key)
    await expect.poll(found, within).toBeDefined()
    expect(found()?.startsAt?.toISOString()).toBe('2099-07-01T06:00:00.000Z')
  })
})

describe('the frame', () => {
  test('an announcement stands on every page of its world until it ends', async () => {
    const pages = [home, url('faq', { world: 'de' }), url('cart', { world: 'de' })]
    for (const path of pages) expect(await text(path)).not.toContain('data-announcement')
    const name = await begin('announcement', 'Wartung am Abend')
    const words = {
      title: 'Wartung am Abend',
      body: 'Ab 20 Uhr. [Mehr](route:help-center)\n',
      endsAt: at(5000),
    }
    expect((await publish(name, words)).status).toBe(200)
    for (const path of pages) await expect.poll(() => text(path), within).toContain('Wartung am Abend')
    expect(await text('/it')).not.toContain('Wartung am Abend')
    for (const path of pages)
      await expect.poll(() => text(path), { timeout: 7000, interval: 50 }).not.toContain('Wartung am Abend')
  })

  test('the footer is the editors’, but for what the law wants there', async () => {
    const name = { kind: 'navigation', key: 'footer' }
    const stored = await editor.client.get('/api/v1/texts/source?kind=navigation&key=footer')
    const { source } = stored.json<{ source: string }>()
    const body = source.slice(source.indexOf('\n---\n', 4) + 6)
    const words = (changed: string) => ({ title: 'Fußzeile', body: changed })
    const without = body.replace('- [Impressum](route:imprint)\n', '')
    expect(without).not.toBe(body)
    expect((await publish(name, words(without), 1)).status).toBe(422)
    await text('/it')
    const changed = body.replace('## Lesen\n\n', '## Lesen\n\n- [Wer hier schreibt](route:team)\n')
    expect((await publish(name, words(changed), 1)).status).toBe(200)
    await expect.poll(() => text(home), within).toContain('Wer hier schreibt')
    expect(await hitOf('/it')).toBe(true)
    expect((await editor.client.api('PUT', '/v1/texts/state', { ...name, change: 'withdraw' })).status).toBe(
      409,
    )
  })

  test('a campaign that ends leaves a footer that was stored', async () => {
    const key = 'winter-break'
    const address = app.deps.articles.path({ kind: 'campaign', world: 'de', key }) ?? ''
    const read = await editor.client.get(`/api/v1/texts/source?kind=campaign&key=${key}`)
    const { source } = read.json<{ source: string }>()
    const ends = source.replace(/endsAt: .*/, `endsAt: ${at(3000)}`)
    const faq = url('faq', { world: 'de' })
    await editor.client.api('PUT', '/v1/texts/source', { kind: 'campaign', key, source: ends })
    await text(faq)
    const saved = await editor.client.get(`/api/v1/texts/source?kind=campaign&key=${key}`)
    expect(saved.json<{ source: string }>().source).toBe(ends)
    const [, title = '', description = ''] = /title: (.*)\n[\s\S]*?description: "?(.*?)"?\n/.exec(ends) ?? []
    const fields = Object.fromEntries(
      ['slug', 'date', 'startsAt', 'endsAt', 'materials'].map((field) => [
        field,
        new RegExp(`^${field}: (.*)$`, 'm').exec(ends)?.[1] ?? '',
      ]),
    )
    const words = { ...fields, title, description, body: ends.slice(ends.indexOf('\n---\n', 4) + 6) }
    const published = await publish({ kind: 'campaign', key }, words)
    expect(published.status, published.text).toBe(200)
    expect(bodyOf(await text(faq))).toContain(address)
    await expect
      .poll(async () => bodyOf(await text(faq)), { timeout: 6000, interval: 50 })
      .not.toContain(address)
  })
})

describe('team, positions and questions', () => {
  test('each is an entry of its page, and drops that page alone', async () => {
    expect(await html('jobs')).toContain('keine offenen Stellen')
    const [team, jobs, faq] = (['team', 'jobs', 'faq'] as const).map((page) => url(page, { world: 'de' }))
    for (const path of [team, jobs, faq]) await text(path ?? '')
    const job = await begin('job', 'Redakteurin für Mathematik')
    const opened = {
      title: 'Redakteurin für Mathematik',
      location: 'Berlin',
      hours: '50 %',
      body: 'Schreib uns.\n',
    }
    expect((await publish(job, { ...opened, location: '' })).status).toBe(422)
    expect((await publish(job, opened)).status).toBe(200)
    await expect.poll(() => text(jobs ?? ''), within).toContain('Redakteurin für Mathematik')
    expect(await text(jobs ?? '')).not.toContain('keine offenen Stellen')
    expect([await hitOf(team ?? ''), await hitOf(faq ?? '')]).toEqual([true, true])

    const person = await begin('team', 'Amira Beispiel')
    await publish(person, {
      title: 'Amira Beispiel',
      role: 'Mathematik',
      order: '9',
      body: 'Prüft Aufgaben.\n',
    })
    await expect.poll(() => text(team ?? ''), within).toMatch(/Amira Beispiel[\s\S]*Mathematik[\s\S]*Prüft/)

    const question = await begin('faq', 'Gibt es Gutscheine?')
    const asked = { title: 'Gibt es Gutscheine?', category: 'buying', body: '[Ja](route:offers).\n' }
    expect((await publish(question, { ...asked, category: '' })).status).toBe(422)
    expect((await publish(question, asked)).status).toBe(200)
    await expect
      .poll(() => text(faq ?? ''), within)
      .toMatch(/<details class="faq__item" id="gibt-es-gutscheine">[\s\S]*Gibt es Gut/)
    const withdrawn = await editor.client.api('PUT', '/v1/texts/state', { ...question, change: 'withdraw' })
    expect(withdrawn.status, withdrawn.text).toBe(200)
    await expect.poll(() => text(faq ?? ''), within).not.toContain('gibt-es-gutscheine')
  })
})

describe('the magazine', () => {
  const article = { kind: 'magazine', key: 'three-levels' }
  async function wordsOf(key: string) {
    const read = await editor.client.get(`/api/v1/texts/source?kind=magazine&key=${key}`)
    const { source } = read.json<{ source: string }>()
    const { id: _id, updated: _updated, ...fields } = fieldsOf(source)
    return { ...fields, body: cut(source).body }
  }

  test('names who wrote an article, with portrait and page, and leads through a series in its order', async () => {
    const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#063' } })
      .jpeg()
      .toBuffer()
    const value = { fileName: 'portrait.jpg', mediaType: 'image/jpeg', body: picture }
    const { body, contentType } = multipart([
      { name: 'alt', value: 'Jana Beispiel lächelt' },
      { name: 'file', value },
    ])
    const sent = await editor.client.api('POST', '/v1/text-pictures', body, { 'Content-Type': contentType })
    expect(sent.status, sent.text).toBe(201)
    const { id } = sent.json<{ id: number }>()
    const writer = await begin('writer', 'Jana Beispiel')
    const about = 'Unterrichtet Deutsch und Geschichte und schreibt über kurze Wege zum Ziel.'
    const portrait = {
      title: 'Jana Beispiel',
      description: about,
      picture: `picture:${id}`,
      body: 'Seit 2011.\n',
    }
    expect((await publish(writer, { ...portrait, description: 'Kurz.' })).status).toBe(422)
    expect((await publish(writer, portrait)).status).toBe(200)
    const series = await begin('series', 'Kleine Schritte')
    await publish(series, { title: 'Kleine Schritte', body: '' })
    await expect.poll(() => app.deps.articles.entries('series', 'de').length, within).toBe(1)

    const refused = await publish(article, { ...(await wordsOf(article.key)), writer: 'niemand' }, 1)
    expect(refused.status).toBe(422)
    expect(refused.json()).toMatchObject({ error: { fields: { writer: 'invalid' } } })
    const parts = { 'three-levels': '2', 'exit-ticket': '1', 'group-work': '10' }
    for (const [key, part] of Object.entries(parts)) {
      const words = { ...(await wordsOf(key)), series: series.key, part, writer: writer.key }
      const published = await publish({ kind: 'magazine', key }, words, 1)
      expect(published.status, published.text).toBe(200)
    }
    const address = app.deps.articles.path({ kind: 'magazine', world: 'de', key: 'three-levels' }) ?? ''
    const last = app.deps.articles.path({ kind: 'magazine', world: 'de', key: 'group-work' }) ?? ''
    await expect.poll(() => text(address), within).toContain('Teil 2 von 3')
    const page = await text(address)
    expect(page).toMatch(new RegExp(`rel="next" href="${last}"`))
    expect(page).toContain('"author":{"@type":"Person","name":"Jana Beispiel"')
    expect(page).toContain('alt="Jana Beispiel lächelt"')
    expect(await text(last)).not.toContain('rel="next" href="/de/magazin')

    const own = url('writer', { world: 'de', slug: writer.key })
    const titles = await text(own)
    expect(titles.match(/class="articles__title"/g)).toHaveLength(3)
    expect(titles).toContain('Seit 2011.')
    expect((await send(app.base, { path: url('writer', { world: 'it', slug: writer.key }) })).status).toBe(
      404,
    )
    const withdrawn = await editor.client.api('PUT', '/v1/texts/state', { ...writer, change: 'withdraw' })
    expect(withdrawn.status).toBe(200)
    await expect.poll(async () => (await send(app.base, { path: own })).status, within).toBe(404)
    // What was written stays, by the editors.
    await expect.poll(() => text(address), within).not.toContain('Jana Beispiel')
    expect(await text(address)).toContain('Teil 2 von 3')
  })
})
