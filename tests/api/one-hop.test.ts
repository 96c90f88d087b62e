import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadMaterial } from '#loaders/material.ts'
import { strangerContext } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import type { PageLocals } from '#platform/http/page/locals.ts'
import { routes } from '#platform/routing/routes.ts'
import { localizedPath, url } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { materialRow, member, openTestApp, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

/* Materials move as the loader says; other pages stand where they are. */

let app: TestApp
let id: number
let deletedId: number
const deletedTitle = 'Geheime Giraffen'

async function renderPage(path: string, given: object): Promise<Response> {
  const locals = given as PageLocals
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Tag': 'test' }
  if (path === '/404') return new Response(JSON.stringify(locals.similar ?? []), { status: 404, headers })
  if (locals.route?.name === 'material') {
    try {
      const page = await loadMaterial(locals.context, locals.params, locals.query)
      if ('moved' in page)
        return new Response(null, { status: 301, headers: { ...headers, Location: page.moved } })
    } catch (error) {
      if (!(error instanceof ProductError)) throw error
      locals.stop = { code: error.code }
    }
  }
  return new Response(`<!doctype html><title>${path}</title>`, { headers })
}

beforeAll(async () => {
  app = await openTestApp({ renderPage })
  const seller = await member(app, 'seller', { isSeller: true })
  id = await materialRow(app, { authorId: seller.id })
  deletedId = await materialRow(app, { authorId: seller.id, title: deletedTitle, status: 'deleted' })
  await app.deps.db
    .updateTable('material')
    .set({ slug: 'geheime-giraffen' })
    .where('id', '=', deletedId)
    .execute()
})
afterAll(() => app.close())

/** Where an address leads, and over how many redirects. */
async function follow(path: string): Promise<{ status: number; path: string; hops: number }> {
  let at = path
  for (let hops = 0; hops < 5; hops++) {
    const { status, headers } = await send(app.base, { path: at })
    if (status !== 301 && status !== 308) return { status, path: at, hops }
    at = String(headers.location)
  }
  return { status: 0, path: at, hops: 5 }
}

describe('whatever is wrong with an address, one hop leads to the page', () => {
  const words = [
    ...liveWorlds().map(({ world }) => url('material', { world, id: 1 }).split('/')[2] ?? ''),
    'material',
  ]
  const shapes: [string, (path: string) => string][] = [
    ['as it is', (path) => path],
    ['a trailing slash', (path) => `${path}/`],
    ['upper case', (path) => path.toUpperCase()],
    ['upper case and a slash', (path) => `${path.toUpperCase()}/`],
    ['doubled slashes', (path) => path.replaceAll('/', '//').replace('//', '/')],
    ['parameters in another order, one empty', (path) => `${path}?stars=5&reviews=newest&after=`],
    ['all at once', (path) => `${path.toUpperCase()}/?utm_source=x&stars=5&reviews=newest&after=`],
  ]

  test.each(shapes)('a material in foreign worlds and words: %s', async (_, shape) => {
    const goal = `/de/material/${id}/brueche-addieren`
    for (const { world } of liveWorlds()) {
      for (const word of words) {
        for (const slug of ['', '/alter-titel', '/brueche-addieren']) {
          const asked = shape(`/${world}/${word}/${id}${slug}`)
          const { status, path, hops } = await follow(asked)
          expect([asked, status, path.split('?')[0]]).toEqual([asked, 200, goal])
          expect([asked, hops <= 1]).toEqual([asked, true])
        }
      }
    }
  })

  test('a material of an author at home in another world links to their page there', async () => {
    const { db } = app.deps
    const own = { world: 'de', id: String(id), slug: 'brueche-addieren' }
    const authorOf = async () => {
      const page = await loadMaterial(strangerContext(app.deps, 'de'), own)
      return 'moved' in page
        ? undefined
        : [page.material.author.url.split('/')[1], page.author.url.split('/')[1]]
    }
    expect(await authorOf()).toEqual(['de', 'de'])
    await db.updateTable('author_profile').set({ world: 'fr' }).execute()
    expect(await authorOf()).toEqual(['fr', 'fr'])
    await db.updateTable('author_profile').set({ world: 'de' }).execute()
  })

  test('a search: words, case, slash and order of parameters', async () => {
    const goal = '/es/resultados-busqueda?page=2&query=a'
    expect(await follow('/es/resultados-busqueda?page=2&page=2&query=a&query=a')).toMatchObject({
      path: goal,
      hops: 1,
    })
    for (const path of ['/es/suchergebnisse', '/ES/Search-Results/', '/es//risultati-della-ricerca'])
      expect(await follow(`${path}?query=a&price=&page=2`)).toEqual({ status: 200, path: goal, hops: 1 })
  })

  test('what is not there is said after one hop at most', async () => {
    const lost = await follow('/en/materiel/999999/X/')
    expect([lost.status, lost.hops <= 1]).toEqual([404, true])
  })
})

test('a page for members that leads to the login says itself that it is not to be indexed', async () => {
  for (const row of routes.filter(({ access }) => access !== 'public')) {
    for (const { world } of liveWorlds()) {
      const path = localizedPath(row.name, world, {
        ...{
          materialId: 7,
          unitId: 7,
          roomId: 7,
          courseId: 7,
          code: '7',
          kind: 'help',
          key: 'pay',
          id: 7,
          documentId: 7,
          runId: 7,
        },
      })
      const { status, headers } = await send(app.base, { path })
      expect([path, status, headers['x-robots-tag']]).toEqual([path, 303, row.robots])
      expect(row.robots).toMatch(/^noindex/)
    }
  }
})

test('of a deleted material nothing is told: neither its title nor the address made of it', async () => {
  for (const path of [
    `/de/material/${deletedId}`,
    `/de/material/${deletedId}/`,
    `/de/material/${deletedId}/x`,
    `/en/materiel/${deletedId}`,
    `/api/v1/materials/${deletedId}?world=de`,
    `/api/v1/materials/${deletedId}?world=en`,
  ]) {
    const { status, text, headers } = await send(app.base, { path })
    expect([301, 404, 410]).toContain(status)
    expect(`${path} ${text} ${JSON.stringify(headers)}`).not.toMatch(/geheime|giraffen/i)
  }
  expect((await send(app.base, { path: `/de/material/${deletedId}` })).status).toBe(410)
})
