import { url } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import type { Client } from '../support/http-client.ts'
import { structuredDataOf, typesOf } from '../support/structured-data.ts'
import { expect, test } from './fixtures.ts'

/** The blocks of a page, each complete. */
async function structuredData(client: Client, path: string) {
  const answer = await client.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  const { things, problems } = structuredDataOf(answer.text)
  expect([path, problems]).toEqual([path, []])
  return { html: answer.text, things, types: new Set(things.flatMap(typesOf)) }
}

const meta = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)"`).exec(html)?.[1]

const plain = (text: string) =>
  text.replaceAll('&#34;', '"').replaceAll('&#39;', "'").replaceAll('&#38;', '&').replaceAll('&amp;', '&')

async function firstOf(client: Client, file: string): Promise<string> {
  const { text } = await client.get(file)
  const loc = /<loc>([^<]+)<\/loc>/.exec(text)?.[1] ?? ''
  return new URL(loc).pathname
}

test('the root names site and organization, and no other page does', async ({ client }) => {
  const root = await structuredData(client, '/')
  expect([...root.types].sort()).toEqual(['Organization', 'WebSite'])
  const home = await structuredData(client, url('home', { world: 'de' }))
  expect(home.types.has('WebSite')).toBe(false)
})

for (const { world } of liveWorlds()) {
  test(`${world}: material, author and home tell machines what they are`, async ({ client }) => {
    const files = (await client.get('/sitemap.xml')).text
    const fileOf = (kind: string) =>
      new URL(new RegExp(`<loc>([^<]+/${world}/${kind}-\\d+\\.xml)<`).exec(files)?.[1] ?? 'http://none')
        .pathname
    const material = await structuredData(client, await firstOf(client, fileOf('materials')))
    for (const type of ['Product', 'LearningResource', 'Offer', 'BreadcrumbList'])
      expect(material.types).toContain(type)
    const resource = material.things.find((thing) => typesOf(thing).includes('LearningResource'))
    expect(String(resource?.typicalAgeRange)).toMatch(/^\d{1,2}-(\d{1,2})?$/)
    expect(resource?.timeRequired).toMatch(/^PT\d+M$/)
    expect(resource?.teaches).not.toHaveLength(0)
    expect(material.types).toContain('AlignmentObject')
    expect(String(resource?.license)).toContain(url('terms', { world }))
    const offer = material.things.find((thing) => typesOf(thing).includes('Offer'))
    expect(String(offer?.price)).toMatch(/^\d+\.\d{2}$/)
    const description = meta(material.html, 'description') ?? ''
    expect(plain(description).length).toBeGreaterThanOrEqual(120)
    expect(plain(description).length).toBeLessThanOrEqual(155)
    expect(meta(material.html, 'og:description')).toBe(description)
    expect(plain(description)).toBe(resource?.description)
    const author = await structuredData(client, await firstOf(client, fileOf('authors')))
    expect(author.types).toContain('ProfilePage')
    expect(author.html).toMatch(
      new RegExp(`type="application/rss\\+xml"[^>]*href="[^"]+/${world}/feed/author/\\d+\\.xml"`),
    )
    const home = await structuredData(client, url('home', { world }))
    const article = await structuredData(client, await firstOf(client, fileOf('articles')))
    expect(
      article.things.filter((thing) => typesOf(thing).includes('Article')).every(({ image }) => image),
    ).toBe(true)
    const hub = await structuredData(client, await firstOf(client, fileOf('schools')))
    const offers = await structuredData(client, url('offers', { world }))
    for (const { html } of [material, author, home, article, hub, offers]) {
      const image = new URL(meta(html, 'og:image') ?? 'none:')
      const answer = await client.get(image.pathname)
      expect([image.pathname, answer.status, answer.headers['content-type']]).toEqual([
        image.pathname,
        200,
        'image/png',
      ])
      expect([meta(html, 'og:image:width'), meta(html, 'twitter:card')]).toEqual([
        '1200',
        'summary_large_image',
      ])
      expect(meta(html, 'twitter:image')).toBe(image.href)
      expect(html).toContain(`/${world}/feed.xml"`)
    }
    for (const name of ['terms', 'imprint'] as const) await structuredData(client, url(name, { world }))
  })
}
