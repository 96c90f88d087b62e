import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadAuthor } from '#loaders/authors.ts'
import { loadHome } from '#loaders/catalogue.ts'
import { loadMaterial } from '#loaders/material.ts'
import { loadSearch } from '#loaders/search.ts'
import { strangerContext } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { articleShareImage, pageShareImage } from '#shop/catalogue/seo/server/service.ts'
import { idsPerShard, sitemapFile } from '#shop/catalogue/seo/server/sitemaps.ts'
import { articleKinds } from '#shop/content/editorial/rules/contract.ts'
import { isLive } from '#shop/content/editorial/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

let app: TestApp
let seller: Person
let hidden: Person
const ids = { first: 0, second: 0, draft: 0, deleted: 0, far: 0 }

const farShard = 3

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  hidden = await member(app, 'hidden', { isSeller: true })
  ids.first = await materialRow(app, { authorId: seller.id })
  ids.second = await materialRow(app, { authorId: seller.id, title: 'Brüche & <Dezimalzahlen>', price: 0 })
  ids.draft = await materialRow(app, { authorId: seller.id, status: 'draft' })
  ids.deleted = await materialRow(app, { authorId: seller.id, status: 'deleted' })
  ids.far = await materialRow(app, { authorId: hidden.id, title: 'Weit hinten' })
  const { db } = app.deps
  const farId = (farShard - 1) * idsPerShard + 7
  await db.updateTable('material').set({ id: farId }).where('id', '=', ids.far).execute()
  ids.far = farId
  await db
    .updateTable('author_profile')
    .set({ total_materials: 2 })
    .where('account_id', '=', seller.id)
    .execute()
  await db
    .updateTable('author_profile')
    .set({ total_materials: 1, is_private_profile: true })
    .where('account_id', '=', hidden.id)
    .execute()
  await db
    .insertInto('material_preview')
    .values(
      [0, 1].map((position) => ({
        world: 'de',
        material_id: ids.first,
        position,
        image_key: `preview/aa/${position}.webp`,
        width: 353,
        height: 500,
      })),
    )
    .execute()
})
afterAll(() => app.close())

const site = () => app.deps.env.siteUrl
const get = (path: string, headers: Record<string, string> = {}) => send(app.base, { path, headers })
const locsOf = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc)

describe('well-known addresses', () => {
  test('RFC 9116: whom to tell of a weakness, and until when that is true', async () => {
    for (const path of ['/.well-known/security.txt', '/security.txt']) {
      const answer = await get(path)
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(answer.text).toMatch(/^Contact: mailto:hallo@aularium\.example$/m)
      const expires = Date.parse(/^Expires: (.+)$/m.exec(answer.text)?.[1] ?? '')
      const days = (expires - Date.now()) / 86_400_000
      expect(days).toBeGreaterThan(90)
      expect(days).toBeLessThan(365)
    }
  })

  test('W3C: password managers find the page for another password, in the language of the person', async () => {
    const answer = await get('/.well-known/change-password', { 'Accept-Language': 'it' })
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toMatch(/^\/it\//)
    expect((await get('/.well-known/unknown')).status).toBe(404)
  })
})

describe('robots.txt', () => {
  test('allows pages, forbids the API and facets, names the sitemap; lists no private path', async () => {
    const answer = await get('/robots.txt')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(answer.text).toContain('User-agent: *\nDisallow: /api/\n')
    expect(answer.text).toContain('Disallow: /*?*class_grade=\n')
    expect(answer.text.trim().endsWith(`Sitemap: ${site()}/sitemap.xml`)).toBe(true)
    expect(answer.text).not.toMatch(/account|konto|login|cart/)
  })

  test('answers HEAD, and no other method', async () => {
    const head = await send(app.base, { method: 'HEAD', path: '/robots.txt' })
    expect([head.status, head.text]).toEqual([200, ''])
    expect((await send(app.base, { method: 'DELETE', path: '/robots.txt' })).status).toBe(405)
  })
})

describe('sitemaps', () => {
  test('the index names the files that have pages, each answers, none is indexed', async () => {
    const index = await get('/sitemap.xml')
    expect(index.headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'x-robots-tag': 'noindex',
    })
    const files = locsOf(index.text).map((loc) => loc?.slice(site().length) ?? '')
    expect(files).toEqual([
      '/sitemaps/de/static-1.xml',
      '/sitemaps/de/articles-1.xml',
      '/sitemaps/de/materials-1.xml',
      `/sitemaps/de/materials-${farShard}.xml`,
      '/sitemaps/de/authors-1.xml',
      ...['es', 'fr', 'gr', 'it', 'en'].flatMap((world) => [
        `/sitemaps/${world}/static-1.xml`,
        `/sitemaps/${world}/articles-1.xml`,
      ]),
    ])
    for (const file of files) {
      const answer = await get(file)
      expect([file, answer.status, answer.headers['x-robots-tag']]).toEqual([file, 200, 'noindex'])
      expect(locsOf(answer.text).length).toBeGreaterThan(0)
    }
  })

  test('materials: only published ones, with their own address, images and the time of the last change', async () => {
    const { text } = await get('/sitemaps/de/materials-1.xml')
    const addresses = [ids.first, ids.second].map(
      (id) => site() + url('material', { world: 'de', id, slug: 'brueche-addieren' }),
    )
    expect(locsOf(text)).toEqual(addresses)
    expect(text.match(/<image:loc>/g)).toHaveLength(2)
    const image = /<image:loc>([^<]+)</.exec(text)?.[1] ?? ''
    expect(image).toBe(
      site() + app.deps.images.image('preview', 'preview/aa/0.webp', { width: 353, height: 500 }).src,
    )
    const row = await app.deps.db
      .selectFrom('material')
      .select('updated_at')
      .where('id', '=', ids.first)
      .executeTakeFirstOrThrow()
    expect(text).toContain(`<lastmod>${row.updated_at.toISOString()}</lastmod>`)
  })

  test('a sale does not touch lastmod, the end of a sale does', async () => {
    const before = (await get('/sitemaps/de/materials-1.xml')).text
    await app.deps.db
      .updateTable('material')
      .set({ sales_count: 5, popularity: 7000 })
      .where('id', '=', ids.second)
      .execute()
    expect((await get('/sitemaps/de/materials-1.xml')).text).toBe(before)
    await app.deps.db
      .updateTable('material')
      .set({ updated_at: sql<Date>`now() - interval '3 days'`, sale_until: '2026-01-05T10:00:00Z' })
      .where('id', '=', ids.second)
      .execute()
    expect((await get('/sitemaps/de/materials-1.xml')).text).not.toContain('2026-01-05T10:00:00')
    await app.deps.db
      .updateTable('material')
      .set({ updated_at: '2026-01-02T10:00:00Z' })
      .where('id', '=', ids.second)
      .execute()
    expect((await get('/sitemaps/de/materials-1.xml')).text).toContain('2026-01-05T10:00:00.000Z')
  })

  test('authors: with public materials and an open profile', async () => {
    expect(locsOf((await get('/sitemaps/de/authors-1.xml')).text)).toEqual([
      site() + url('author', { world: 'de', id: seller.id, slug: 'seller' }),
    ])
  })

  test('static: every world its own pages, the root once', async () => {
    const all: (string | undefined)[] = []
    for (const { world } of liveWorlds()) {
      const locs = locsOf((await get(`/sitemaps/${world}/static-1.xml`)).text)
      expect(locs).toContain(site() + url('home', { world }))
      expect(locs).toContain(site() + url('imprint', { world }))
      expect(locs.filter((loc) => loc?.startsWith(site() + url('search', { world })))).toEqual([])
      all.push(...locs)
    }
    expect(all.filter((loc) => loc === `${site()}/`)).toHaveLength(1)
    const lines = (await get('/sitemaps/de/static-1.xml')).text.split('\n')
    const terms = app.deps.articles.page('de', 'terms')?.updated.toISOString()
    expect(lines.find((line) => line.includes(url('terms', { world: 'de' })))).toContain(
      `<lastmod>${terms}</lastmod>`,
    )
    const times = lines.flatMap((line) => /<lastmod>([^<]+)</.exec(line)?.[1] ?? [])
    expect(times.every((time) => new Date(time).getTime() <= Date.now())).toBe(true)
    expect(new Set(all).size).toBe(all.length)
  })

  test('every address is the canonical one: no redirect on the way', async () => {
    for (const file of ['de/static-1', 'gr/static-1', 'de/materials-1', 'de/authors-1']) {
      for (const loc of locsOf((await get(`/sitemaps/${file}.xml`)).text)) {
        const path = loc?.slice(site().length) ?? ''
        expect([path, (await get(path)).status]).toEqual([path, 200])
      }
    }
  })

  test('compressed as asked, validated by ETag, which lives as long as the content', async () => {
    const path = '/sitemaps/de/materials-1.xml'
    const plain = await get(path)
    const gzip = await get(path, { 'Accept-Encoding': 'gzip' })
    const brotli = await get(path, { 'Accept-Encoding': 'gzip, deflate, br, zstd' })
    expect([gzip.headers['content-encoding'], brotli.headers['content-encoding']]).toEqual(['gzip', 'br'])
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true)
    const again = await get(path, { 'If-None-Match': String(plain.headers.etag) })
    expect([again.status, again.text]).toEqual([304, ''])
    await app.deps.db.updateTable('material').set({ slug: 'neu' }).where('id', '=', ids.first).execute()
    const changed = await get(path, { 'If-None-Match': String(plain.headers.etag) })
    expect([changed.status, changed.text.includes('/neu<')]).toEqual([200, true])
    await app.deps.db
      .updateTable('material')
      .set({ slug: 'brueche-addieren' })
      .where('id', '=', ids.first)
      .execute()
  })

  test.each([
    '/sitemaps/de/materials-2.xml',
    '/sitemaps/de/materials-0.xml',
    '/sitemaps/de/materials-01.xml',
    '/sitemaps/de/materials-999999999.xml',
    '/sitemaps/de/static-2.xml',
    '/sitemaps/de/posts-1.xml',
    '/sitemaps/pl/static-1.xml',
    '/sitemaps/xx/static-1.xml',
    '/sitemaps/../sitemap.xml',
    '/sitemaps/',
    '/sitemaps',
  ])('%s is not found', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('the parts of a file are read one after the other, not all at once', async () => {
    const file = await sitemapFile(app.deps, 'de', 'materials', farShard)
    const parts: string[] = []
    for await (const part of file?.parts ?? []) parts.push(part)
    expect(parts.length).toBeGreaterThan(10)
    expect(parts.join('')).toContain(`/${ids.far}/`)
  })
})

describe('feeds', () => {
  test.each(liveWorlds())(
    '$world: a feed in its language, also without materials',
    async ({ world, lang }) => {
      const answer = await get(`/${world}/feed.xml`)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/rss+xml; charset=utf-8',
        'x-robots-tag': 'noindex',
      })
      expect(answer.text).toContain(`<language>${lang}</language>`)
      expect(answer.text).toContain(`href="${site()}/${world}/feed.xml" rel="self"`)
    },
  )

  test('newest first, escaped, only what is public', async () => {
    const { text } = await get('/de/feed.xml')
    expect(text).toContain('<title>Brüche &amp; &lt;Dezimalzahlen&gt;</title>')
    expect(text.match(/<item>/g)).toHaveLength(3)
    expect(text).not.toContain(`/material/${ids.draft}/`)
    expect(text).toMatch(/<pubDate>\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT<\/pubDate>/)
  })

  test('an author has one, who is not listed or of another world has none', async () => {
    const answer = await get(`/de/feed/author/${seller.id}.xml`)
    expect(answer.status).toBe(200)
    expect(answer.text.match(/<item>/g)).toHaveLength(2)
    expect(answer.text).toContain('<dc:creator>seller</dc:creator>')
    for (const path of [
      `/de/feed/author/${hidden.id}.xml`,
      `/fr/feed/author/${seller.id}.xml`,
      '/de/feed/author/0.xml',
      '/de/feed/author/999999999999999.xml',
      '/de/feed/author/x.xml',
      '/pl/feed.xml',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  test('a reader that has it is told so', async () => {
    const first = await get('/de/feed.xml')
    expect((await get('/de/feed.xml', { 'If-None-Match': String(first.headers.etag) })).status).toBe(304)
  })
})

test('llms.txt links what there is', async () => {
  const answer = await get('/llms.txt')
  expect(answer.text).toMatch(/^# Aularium\n\n> /)
  const links = [...answer.text.matchAll(/\]\(([^)]+)\)/g)].map(
    ([, link]) => link?.slice(site().length) ?? '',
  )
  expect(links.length).toBeGreaterThan(15)
  for (const link of links) expect([link, (await get(link)).status]).toEqual([link, 200])
})

describe('metadata for education portals', () => {
  interface Page {
    items: { id: string; deleted?: boolean; [field: string]: unknown }[]
    next: string | null
  }
  const amb = async (query: string) => {
    const answer = await get(`/api/v3/materials/amb?${query}`)
    return { answer, page: answer.json<Page>() }
  }

  beforeAll(async () => {
    await app.deps.db
      .updateTable('material')
      .set({
        material_type: 'worksheet',
        subjects: ['de-mathematics', 'de-native-language', 'de-law'],
        school_types: ['sek1-gym', 'sek1-mittel', 'berufsschule'],
        keywords: ['bruch'],
        cover_key: 'preview/aa/0.webp',
      })
      .where('id', '=', ids.first)
      .execute()
  })

  test('a record is complete and in the vocabularies of the profile', async () => {
    const { answer, page } = await amb('world=de')
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=600',
      'x-robots-tag': 'noindex',
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const record = page.items.find(({ id }) => id === `${site()}/de/material/${ids.first}`)
    expect(record).toMatchObject({
      '@context': ['https://w3id.org/kim/amb/context.jsonld', { '@language': 'de' }],
      type: ['LearningResource'],
      name: 'Brüche addieren',
      inLanguage: ['de'],
      isAccessibleForFree: false,
      usageInfo: site() + url('terms', { world: 'de' }),
      learningResourceType: [
        { id: 'https://w3id.org/kim/hcrt/worksheet', prefLabel: { de: 'Arbeitsblatt' } },
      ],
      about: [
        { id: 'https://w3id.org/kim/schulfaecher/s1017', prefLabel: { de: 'Mathematik' } },
        { id: 'https://w3id.org/kim/schulfaecher/s1005', prefLabel: { de: 'Deutsch' } },
      ],
      educationalLevel: [2, 3, 4, 5].map((level) => ({
        id: `https://w3id.org/kim/educationalLevel/level_${level}`,
      })),
      image: expect.stringMatching(/\/images\/crop\/card\//),
      datePublished: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      creator: [{ type: 'Person', name: 'seller' }],
    })
    expect(page.items.find(({ id }) => id.endsWith(`/${ids.second}`))).toMatchObject({
      isAccessibleForFree: true,
    })
    expect(page.items.some(({ id }) => [ids.draft, ids.deleted].includes(Number(id.split('/').at(-1))))).toBe(
      false,
    )
  })

  test('is read to its end page by page, each material once, in the order of change', async () => {
    const seen: string[] = []
    let next: string | null = `${site()}/api/v3/materials/amb?world=de&limit=1`
    while (next !== null) {
      const answer = await get(next.slice(site().length))
      const page = answer.json<Page>()
      seen.push(...page.items.map(({ id }) => id))
      next = page.next
      if (next) expect(answer.headers.link).toBe(`<${next}>; rel="next"`)
    }
    expect(seen.map((id) => Number(id.split('/').at(-1)))).toEqual([ids.second, ids.first, ids.far])
  })

  test('since a day: only what changed, and what was withdrawn', async () => {
    const { page } = await amb('world=de&from=2026-01-03')
    expect(page.items.map(({ id, deleted }) => [Number(id.split('/').at(-1)), deleted ?? false])).toEqual([
      [ids.first, false],
      [ids.deleted, true],
      [ids.far, false],
    ])
    expect((await amb('world=de&from=2126-01-01')).page.items).toEqual([])
    expect((await amb('world=gr')).page).toEqual({ items: [], next: null })
  })

  test.each(['from=yesterday', 'from=2026-02-31', 'from=2026-13-01', 'cursor=x', 'limit=0', 'limit=1000'])(
    '%s is refused',
    async (query) => expect((await amb(`world=de&${query}`)).answer.status).toBe(422),
  )
})

describe('one address for one page', () => {
  const search = url('search', { world: 'de' })

  test.each([
    [`${search}?query=a&page=2`, `${search}?page=2&query=a`],
    [`${search}?page=1`, search],
    [`${search}?subject=&query=brüche`, `${search}?query=br%C3%BCche`],
    [`/de/search-results?query=a&class_grade=6`, `${search}?class_grade=6&query=a`],
    [`${search}/?query=a&page=1`, `${search}?query=a`],
    [`${search}?utm_source=x&page=1`, `${search}?utm_source=x`],
  ])('%s leads to %s in one hop', async (from, to) => {
    const answer = await get(encodeURI(decodeURI(from)))
    expect([answer.status, answer.headers.location]).toEqual([301, to])
    expect((await get(to)).status).toBe(200)
  })

  test('a search of a personal page, and a tidy one, go nowhere', async () => {
    expect((await get(`${search}?page=2&query=a`)).status).toBe(200)
    expect((await get(`${search}?utm_source=x&query=a`)).status).toBe(200)
    expect((await get(`${url('favorites', { world: 'de' })}?page=1`)).status).toBe(200)
  })

  test('after the last page there is nothing', async () => {
    const context = strangerContext(app.deps, 'de')
    const load = (query: string) => loadSearch(context, new URLSearchParams(query))
    for (const query of ['page=2&query=brueche', 'page=39', 'page=41', 'page=999999'])
      await expect(load(query)).rejects.toMatchObject({ code: 'not_found' })
    await expect(load('query=gibtesnicht')).resolves.toMatchObject({ total: 0 })
    const author = loadAuthor(
      context,
      { id: String(seller.id), slug: 'seller' },
      new URLSearchParams('page=2'),
    )
    await expect(author).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('share images', () => {
  const load = async () => {
    const context = strangerContext(app.deps, 'de')
    const page = await loadMaterial(context, { id: String(ids.second), slug: 'brueche-addieren' })
    if ('moved' in page) throw new Error('moved')
    return page.shareImage
  }

  test('a picture of 1200 by 630, drawn once, cached for ever', async () => {
    const path = await load()
    const [first, second] = await Promise.all([get(path), get(path)])
    expect(first.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(second.body.equals(first.body)).toBe(true)
    const picture = sharp(first.body)
    expect(await picture.metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
    expect(first.body.length).toBeLessThan(1_000_000)
  }, 30_000)

  test('every world has its own home picture, in its own letters', async () => {
    const bodies = []
    for (const world of ['de', 'gr'] as const) {
      const { shareImage } = await loadHome(strangerContext(app.deps, world))
      const answer = await get(shareImage)
      expect([world, answer.status]).toEqual([world, 200])
      // Ink where the title stands: its letters were found in the font.
      const title = await sharp(answer.body)
        .extract({ left: 72, top: 96, width: 900, height: 90 })
        .greyscale()
        .stats()
      expect(title.channels[0]?.min).toBeLessThan(80)
      bodies.push(answer.body)
    }
    expect(bodies[0]?.equals(bodies[1] ?? Buffer.alloc(0))).toBe(false)
  }, 30_000)

  test('pages without parameters and texts of the editors have one; pages that are not indexed have none', async () => {
    const context = strangerContext(app.deps, 'gr')
    for (const name of ['offers', 'magazine', 'imprint', 'root-landing'] as const) {
      const path = pageShareImage(app.deps, 'gr', name) ?? ''
      expect(path).toMatch(new RegExp(`^/og/gr/page/${name}-[\\w-]{22}\\.png$`))
      const stale = path.replace(/-[\w-]{22}\.png$/, `-${'A'.repeat(22)}.png`)
      expect((await get(stale)).headers.location).toBe(path)
    }
    for (const name of ['cart', 'search', 'material', 'mental-health'] as const)
      expect(pageShareImage(app.deps, 'gr', name)).toBeUndefined()
    for (const kind of articleKinds) {
      for (const article of context.articles.list(kind, 'gr')) {
        const path = articleShareImage(app.deps, article)
        const stale = path.replace(/-[\w-]{22}\.png$/, `-${'A'.repeat(22)}.png`)
        const { status, headers } = await get(stale)
        expect([kind, status, headers.location]).toEqual(
          isLive(article) ? [kind, 302, path] : [kind, 404, undefined],
        )
      }
    }
    for (const wrong of [
      '/og/gr/page/cart',
      '/og/gr/page/1',
      '/og/gr/help/faq',
      '/og/gr/material/offers',
      '/og/gr/help/999',
    ])
      expect([wrong, (await get(`${wrong}-${'A'.repeat(22)}.png`)).status]).toEqual([wrong, 404])
  })

  test('nobody makes others: a foreign hash leads to the right one, an unknown page to nothing', async () => {
    const path = await load()
    const forged = path.replace(/-[\w-]{22}\.png$/, `-${'A'.repeat(22)}.png`)
    const answer = await get(forged)
    expect([answer.status, answer.headers.location]).toEqual([302, path])
    for (const wrong of [
      path.replace(String(ids.second), String(ids.draft)),
      path.replace('/de/', '/fr/'),
      path.replace('/de/', '/pl/'),
      path.replace('/material/', '/post/'),
      '/og/de/material/../../secret',
      '/og/',
    ])
      expect([wrong, (await get(wrong)).status]).toEqual([wrong, 404])
  })

  test('another title is another address; the old one still answers', async () => {
    const before = await load()
    await get(before)
    await app.deps.db.updateTable('material').set({ title: 'Neu' }).where('id', '=', ids.second).execute()
    expect(await load()).not.toBe(before)
    expect((await get(before)).status).toBe(200)
  }, 30_000)
})
