import { statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadArticle, loadArticles, loadHelp, loadLanding, loadMentalHealth } from '#loaders/editorial.ts'
import { strangerContext } from '#platform/context/context.ts'
import { articlePath } from '#platform/routing/articles.ts'
import { seo } from '#platform/routing/seo.ts'
import { url } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { podcastFeed } from '#shop/catalogue/seo/server/podcast-feed.ts'
import { helpRoles } from '#shop/content/editorial/rules/contract.ts'
import { articlePage } from '#shop/content/editorial/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, send } from '../support/http-client.ts'

interface Found {
  code: string
  name: string
}

let app: TestApp
let person: Person

beforeAll(async () => {
  app = await openTestApp()
  person = await member(app, 'reader')
})
afterAll(() => app.close())

const context = (world: 'de' | 'gr' | 'it' | 'en' = 'de') => strangerContext(app.deps, world)
const get = (path: string) => send(app.base, { path })
const failing = (code: string) => expect.objectContaining({ code })

describe('the help center', () => {
  test('lists every article once, by category', async () => {
    const { categories, found } = await loadHelp(context(), new URLSearchParams())
    expect(found).toBeUndefined()
    const listed = categories.flatMap(({ articles }) => articles.map(({ url: address }) => address))
    expect(new Set(listed).size).toBe(app.deps.articles.list('help', 'de').length)
    expect(categories.map(({ category }) => category)).toEqual([
      'buying',
      'using',
      'account',
      'selling',
      'exercises',
      'school',
      'technical',
      'trust',
    ])
  })

  test('for a role lists what it is for; an unknown role is none', async () => {
    const listed = async (role: string) => {
      const { categories } = await loadHelp(context(), new URLSearchParams({ role }))
      return categories.flatMap(({ articles }) => articles.map(({ title }) => title))
    }
    const titles = (keys: readonly string[]) =>
      app.deps.articles.list('help', 'de').flatMap(({ key, title }) => (keys.includes(key) ? [title] : []))
    expect((await listed('pupil')).sort()).toEqual(titles(['join-room', 'privacy']).sort())
    expect(await listed('seller')).toEqual(expect.arrayContaining(titles(['upload', 'payouts', 'sign-in'])))
    expect(await listed('seller')).not.toEqual(expect.arrayContaining(titles(['join-room'])))
    expect(await listed('nobody')).toEqual(await listed(''))
    const page = await get('/de/hilfe?role=pupil')
    expect(page.status).toBe(200)
    for (const role of helpRoles) {
      const mine = app.deps.articles.list('help', 'de').filter(({ roles }) => roles?.includes(role))
      expect([role, mine.length >= 2]).toEqual([role, true])
    }
  })

  test.each([
    ['de', 'GEBÜHREN anteil', 9],
    ['gr', 'ΠΛΗΡΩΜΗ', 2],
    ['it', 'scaricare', 3],
    ['en', 'favourites', 7],
  ] as const)('finds in %s: %s', async (world, query, id) => {
    const { found } = await loadHelp(context(world), new URLSearchParams({ query }))
    const article = app.deps.articles.byId('help', world, id)
    expect(found?.[0]?.title).toBe(article?.title)
  })

  test('any words may be asked for', async () => {
    for (const query of ['<script>', '%00', '((((', 'x'.repeat(5000), '🙂']) {
      const { found } = await loadHelp(context(), new URLSearchParams({ query }))
      expect(found).toBeInstanceOf(Array)
    }
  })
})

describe('an article', () => {
  test('is found by its id, and sends to its current slug', async () => {
    const article = app.deps.articles.byId('help', 'de', 2)
    const wrong = await loadArticle(context(), 'help', { id: '2', slug: 'old' })
    expect(wrong).toEqual({ moved: articlePath('help', 'de', article as NonNullable<typeof article>) })
    expect(await loadArticle(context(), 'help', { id: '2' })).toEqual(wrong)
    const page = await loadArticle(context(), 'help', { id: '2', slug: article?.slug ?? '' })
    if ('moved' in page) throw new Error('moved')
    expect([page.previous?.title, page.next?.title].every(Boolean)).toBe(true)
    expect(Object.keys(page.alternateParams).sort()).toEqual(
      liveWorlds()
        .map(({ world }) => world)
        .sort(),
    )
  })

  test('that does not exist is not found', async () => {
    for (const id of ['999', '9007199254740991'])
      await expect(loadArticle(context(), 'magazine', { id, slug: 'x' })).rejects.toEqual(
        failing('not_found'),
      )
    await expect(loadLanding(context(), 'campaign', { slug: 'nothing' })).rejects.toEqual(
      failing('not_found'),
    )
    await expect(loadLanding(context(), 'charity', {})).rejects.toEqual(failing('not_found'))
    await expect(loadMentalHealth(context(), { slug: 'nothing' })).rejects.toEqual(failing('not_found'))
  })

  test('names its equivalents with their own slugs', () => {
    const { article, counterparts } = articlePage(context(), 'magazine', { id: 1 })
    const head = seo('magazine-article', {
      world: 'de',
      siteUrl: 'https://aularium.example',
      params: { id: 1, slug: article.slug },
      alternateParams: counterparts,
    })
    const italian = app.deps.articles.byId('magazine', 'it', 1)
    expect(head.alternates.find(({ hreflang }) => hreflang === 'it')?.href).toBe(
      `https://aularium.example/it/rivista/1/${italian?.slug}`,
    )
    expect(head.alternates.find(({ href }) => href === head.canonical)?.hreflang).toBe('de')
    expect(head.alternates.at(-1)?.hreflang).toBe('x-default')
  })

  test('the first text on mental health has one address', async () => {
    const landing = await loadMentalHealth(context(), {})
    if ('moved' in landing) throw new Error('moved')
    expect(landing.pages).toHaveLength(3)
    const { slug } = landing.article
    expect(await loadMentalHealth(context(), { slug })).toEqual({
      moved: url('mental-health', { world: 'de' }),
    })
  })
})

describe('a campaign', () => {
  const ended = () => app.deps.articles.list('campaign', 'de').find(({ key }) => key === 'new-school-year')
  const live = () => app.deps.articles.list('campaign', 'de').find(({ key }) => key === 'winter-break')

  test('is not there before, open in its time, gone from its end on', () => {
    const article = live()
    const at = (time: Date) => () => articlePage(context(), 'campaign', { slug: article?.slug ?? '' }, time)
    const { startsAt = new Date(0), endsAt = new Date(0) } = article ?? {}
    expect(at(new Date(startsAt.getTime() - 1))).toThrow(failing('not_found'))
    expect(at(startsAt)().article.key).toBe('winter-break')
    expect(at(new Date(endsAt.getTime() - 1))().article.key).toBe('winter-break')
    expect(at(endsAt)).toThrow(failing('gone'))
  })

  test('one that ended is in no sitemap', async () => {
    const { text } = await get('/sitemaps/de/static-1.xml')
    expect(text).not.toContain(ended()?.slug)
    await expect(loadLanding(context(), 'campaign', { slug: ended()?.slug ?? '' })).rejects.toEqual(
      failing('gone'),
    )
  })
})

describe('for machines', () => {
  test('sitemaps list each text with the day it changed', async () => {
    const [still, posts] = [await get('/sitemaps/it/static-1.xml'), await get('/sitemaps/it/articles-1.xml')]
    for (const kind of ['help', 'charity'] as const) {
      for (const article of app.deps.articles.list(kind, 'it')) {
        const line = `${articlePath(kind, 'it', article)}</loc><lastmod>${article.updated.toISOString()}</lastmod>`
        expect(still.text).toContain(line)
      }
    }
    for (const kind of ['magazine', 'podcast'] as const) {
      for (const article of app.deps.articles.list(kind, 'it'))
        expect(posts.text).toContain(
          `${articlePath(kind, 'it', article)}</loc><lastmod>${article.updated.toISOString()}`,
        )
    }
    expect((await get('/sitemap.xml')).text).toContain('/sitemaps/it/articles-1.xml')
    expect((await get('/sitemaps/it/articles-2.xml')).status).toBe(404)
    expect(still.text).toContain(`${url('faq', { world: 'it' })}</loc><lastmod>2026-`)
    expect(still.text).not.toContain(url('api-page', { world: 'it' }))
  })

  test('the podcast feed lists recordings only, and is no page', async () => {
    const answer = await get('/de/podcast/feed.xml')
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
    ])
    expect(answer.headers['x-robots-tag']).toBe('noindex')
    expect(answer.text).toContain('<itunes:category text="Education"/>')
    const recordings = app.deps.articles.list('podcast', 'de').filter(({ audio }) => audio !== undefined)
    expect(recordings.length).toBeGreaterThanOrEqual(4)
    for (const { id } of recordings)
      expect(answer.text).toContain(`<enclosure url="${app.deps.env.siteUrl}/de/podcast/listen/${id}.mp3"`)
    // RFC 9562, version 5 of podcastindex.org's namespace and the address of the feed.
    expect(answer.text).toMatch(
      /<podcast:guid>[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}</,
    )
    expect(answer.text.match(/<podcast:season>1<\/podcast:season>/g)).toHaveLength(recordings.length)
    expect(answer.text).toMatch(/<podcast:transcript url="[^"]+" type="text\/html"\/>/)
    expect((await get('/xx/podcast/feed.xml')).status).toBe(404)

    const [episode] = app.deps.articles.list('podcast', 'de')
    if (!episode) throw new Error('no episode')
    const recorded = { ...episode, audio: '/podcast/1.mp3', audioBytes: 123456, audioSeconds: 600 }
    const { audio: _audio, ...silent } = { ...episode, id: 99 }
    const articles = { ...app.deps.articles, list: () => [recorded, silent] }
    const xml = [...(podcastFeed({ env: app.deps.env, articles }, 'de').parts as string[])].join('')
    expect(xml).toContain(
      `<enclosure url="${app.deps.env.siteUrl}/de/podcast/listen/${episode.id}.mp3" length="123456" type="audio/mpeg"/>`,
    )
    expect(xml).toContain('<itunes:duration>600</itunes:duration>')
    expect(xml.match(/<item>/g)).toHaveLength(1)
  })

  test('each recording has chapters an app can read, within its length and in order', async () => {
    for (const { world } of liveWorlds()) {
      const feed = await get(`/${world}/podcast/feed.xml`)
      for (const { id, audioSeconds = 0 } of app.deps.articles.list('podcast', world)) {
        const address = `/${world}/podcast/chapters/${id}.json`
        expect(feed.text).toContain(
          `<podcast:chapters url="${app.deps.env.siteUrl}${address}" type="application/json+chapters"/>`,
        )
        const answer = await get(address)
        expect(answer.headers['content-type']).toBe('application/json+chapters; charset=utf-8')
        const { version, chapters } = answer.json<{ version: string; chapters: { startTime: number }[] }>()
        const starts = chapters.map(({ startTime }) => startTime)
        expect([address, version, starts[0], starts.length >= 3]).toEqual([address, '1.2.0', 0, true])
        expect(starts).toEqual([...new Set(starts)].toSorted((one, other) => one - other))
        expect(starts.at(-1)).toBeLessThan(audioSeconds)
      }
    }
    expect((await get('/de/podcast/chapters/999.json')).status).toBe(404)
    expect((await get('/xx/podcast/chapters/1.json')).status).toBe(404)
  })

  test('each recording is as long and as large as its text says, and light', () => {
    for (const { world } of liveWorlds())
      for (const { audio = '', audioBytes, audioSeconds = 0 } of app.deps.articles.list('podcast', world)) {
        const { size } = statSync(`public${audio}`)
        expect([size, size <= 400_000], audio).toEqual([audioBytes, true])
        expect(audioSeconds, audio).toBeGreaterThan(45)
      }
  })

  test('the magazine lists the newest first', async () => {
    const dates = (await loadArticles(context(), 'magazine')).map(({ date }) => date.getTime())
    expect(dates).toEqual(dates.toSorted((one, other) => other - one))
  })
})

describe('was it helpful', () => {
  const intent = 'vote-help-article'
  const votes = () => app.deps.db.selectFrom('help_vote').selectAll().orderBy('owner').execute()
  const address = () =>
    articlePath('help', 'de', app.deps.articles.byId('help', 'de', 3) ?? { id: 3, slug: '' })
  const form = (values: Record<string, string>) => ({
    method: 'POST' as const,
    path: address(),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'same-origin',
    },
    body: new URLSearchParams(values).toString(),
  })

  test('one answer a person, the last one counts; a stranger gets an id', async () => {
    const first = await send(app.base, form({ intent, helpful: 'yes' }))
    expect([first.status, first.headers.location]).toEqual([303, `${address()}#thanks`])
    const cookie = [first.headers['set-cookie']].flat().find((each) => each?.startsWith('v_id='))
    expect(cookie).toBeDefined()
    const again = form({ intent, helpful: 'no' })
    const second = await send(app.base, {
      ...again,
      headers: { ...again.headers, Cookie: cookie?.split(';')[0] ?? '' },
    })
    expect(second.status).toBe(303)
    expect(
      (await votes()).map(({ world, article_id, is_helpful }) => [world, Number(article_id), is_helpful]),
    ).toEqual([['de', 3, false]])
    const own = await person.client.submit(address(), { intent, helpful: 'yes' })
    expect(own.status).toBe(303)
    expect(await votes()).toHaveLength(2)
  })

  test('nothing else is stored', async () => {
    expect((await send(app.base, form({ intent, helpful: 'maybe' }))).status).toBe(422)
    expect((await send(app.base, form({ intent }))).status).toBe(422)
    const foreign = form({ intent, helpful: 'yes' })
    expect(
      (
        await send(app.base, {
          ...foreign,
          headers: { ...foreign.headers, 'Sec-Fetch-Site': 'cross-site' },
        })
      ).status,
    ).toBe(403)
    expect((await send(app.base, { ...foreign, path: '/de/hilfe/999/nichts' })).status).toBe(404)
    expect(await votes()).toHaveLength(2)
  })
})

describe('the country', () => {
  test('is DE when none is known, and kept for a year', async () => {
    const client = createClient(app.base)
    const before = await client.api('GET', '/v3/location/get-country?world=it')
    expect(before.json<Found>()).toEqual({
      ...{ countryCode: 'DE', code: 'DE', name: 'Germania', loaded: true },
      currency: { code: 'EUR', symbol: '€', loaded: true },
    })
    const set = await client.api('POST', '/v3/location/set-country', {
      code: 'at',
      name: 'Austria',
      expires_in: '1 year',
    })
    const austria = { countryCode: 'AT', code: 'AT', name: 'Österreich' }
    expect([set.status, set.json<Found>()]).toMatchObject([200, austria])
    const cookie = [set.headers['set-cookie']].flat().find((each) => each?.startsWith('country='))
    expect(cookie).toContain(`Max-Age=${365 * 86_400}`)
    expect((await client.api('GET', '/v3/location/get-country')).json<Found>()).toMatchObject(austria)
  })

  test.each([
    [99_999_999, 365 * 86_400],
    ['30 days', 30 * 86_400],
    ['3600', 3600],
  ])('is kept for %j, a year at most', async (expires_in, seconds) => {
    const set = await createClient(app.base).api('POST', '/v3/location/set-country', {
      code: 'AT',
      expires_in,
    })
    const cookie = [set.headers['set-cookie']].flat().find((each) => each?.startsWith('country='))
    expect(cookie).toMatch(new RegExp(`Max-Age=${seconds}(;|$)`))
  })

  test.each([
    ...['soon', '0', '', '1 moon', true].map((typed) => [typed, 'invalid'] as const),
    [-1, 'too_low'] as const,
  ])('a duration of %j is %s, not missing', async (expires_in, reason) => {
    const body = { code: 'AT', expires_in }
    const set = await createClient(app.base).api('POST', '/v3/location/set-country', body)
    expect([set.status, set.json<{ error: { fields: unknown } }>().error.fields]).toEqual([
      422,
      { expires_in: reason },
    ])
  })

  test.each(['US', 'XX', 'D', '', 'DEU', "D'"])('refuses %s', async (code) => {
    const answer = await createClient(app.base).api('POST', '/v3/location/set-country', { code })
    expect(answer.status).toBe(422)
  })

  test.each(['XX', 'zz', '%%', "'"])('a cookie of %s is as good as none', async (value) => {
    const answer = await send(app.base, {
      path: '/api/v3/location/get-country',
      headers: { Cookie: `country=${value}` },
    })
    expect(answer.json<Found>().code).toBe('DE')
  })

  test('works without script', async () => {
    const client = createClient(app.base)
    const page = url('change-country', { world: 'fr' })
    const intent = 'choose-country'
    const answer = await client.submit(page, { intent, code: 'BE' })
    expect([answer.status, answer.headers.location]).toEqual([303, `${page}?saved=1`])
    expect((await client.api('GET', '/v3/location/get-country?world=fr')).json<Found>()).toMatchObject({
      countryCode: 'BE',
      code: 'BE',
      name: 'Belgique',
    })
    expect((await client.submit(page, { intent, code: 'US' })).status).toBe(422)
  })
})
