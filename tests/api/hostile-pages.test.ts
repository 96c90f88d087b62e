import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RouteName, routes } from '#platform/routing/routes.ts'
import { localizedPath, url } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { logIn, type TestApp } from '../support/app.ts'
import { openBuiltApp } from '../support/built-app.ts'
import { expectHarmless } from '../support/harmless.ts'
import { brokenEncodings, hostileTexts, isMarkup, longTexts } from '../support/hostile-texts.ts'
import { formsOf, type HtmlForm } from '../support/html-forms.ts'
import { type Client, createClient, multipart } from '../support/http-client.ts'
import { watchLoop } from '../support/loop-watch.ts'

/*
 * The enemy at every parameter of every page and every field of every form. Whatever is sent, the product stands, answers
 * below 500, holds up nobody else, and repeats nothing as markup, now or later.
 */

const worlds = liveWorlds()
const fixed = routes.filter(({ words }) => !words.de.includes('{'))
let app: TestApp
let client: Client
/** A published material, its author and a post. */
let things: { material: string; author: string; post: string; edit: string }

beforeAll(async () => {
  app = await openBuiltApp()
  client = createClient(app.base)
  things = await addressesOf(app)
  await visitEach(client)
  for (const name of ['buyer', 'seller']) {
    const person = createClient(app.base)
    await logIn(person, `${name}@aularium.example`)
    await visitEach(person)
    person.close()
  }
})
afterAll(async () => {
  client.close()
  await app.close()
})
watchLoop()

/** Once, because a page kind that is rendered for the first time is compiled: that is the start, not an attack. */
async function visitEach(person: Client): Promise<void> {
  for (const { name } of fixed) {
    for (const { world } of worlds) await person.get(localizedPath(name as RouteName, world))
  }
  for (const path of [...Object.values(things), '/de/autor/0/nirgends']) await person.get(path)
}

async function addressesOf({ deps }: TestApp) {
  const seller = await deps.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'seller@aularium.example')
    .executeTakeFirstOrThrow()
  const first = (table: 'material' | 'post') =>
    deps.db
      .selectFrom(table)
      .select('id')
      .where('author_id', '=', seller.id)
      .orderBy('id')
      .executeTakeFirstOrThrow()
  const [material, post] = [await first('material'), await first('post')]
  const de = { world: 'de' } as const
  return {
    material: url('material', { ...de, id: material.id }),
    author: url('author', { ...de, id: seller.id }),
    post: url('post', { ...de, id: post.id }),
    edit: url('edit-material', { ...de, materialId: material.id }),
  }
}

/** Parameters that any page might be asked with, beside those of its row. */
const common = ['page', 'query', 'after', 'sort', 'next', '__proto__', 'constructor', 'id[]', 'limit']

describe('every parameter of every public page', () => {
  for (const [index, row] of fixed.entries()) {
    if (row.access !== 'public') continue
    test(row.name, async () => {
      const { world } = worlds[index % worlds.length] ?? { world: 'de' as const }
      const path = localizedPath(row.name as RouteName, world)
      for (const name of new Set<string>([...row.queryParams, ...common])) {
        const key = encodeURIComponent(name)
        const isRead = (row.queryParams as readonly string[]).includes(name)
        for (const [turn, text] of hostileTexts.entries()) {
          // Every text for the parameters the page reads, every twentieth for those it should not.
          if (!isRead && turn % 20 !== 0) continue
          const query = `${key}=${encodeURIComponent(text)}`.slice(0, 3800).replace(/%.?$/, '')
          expectHarmless(await client.get(`${path}?${query}`), `${path}?${query.slice(0, 120)}`)
        }
        for (const bytes of isRead ? brokenEncodings : []) {
          expectHarmless(await client.get(`${path}?${key}=${bytes}`), `${path}?${key}=${bytes}`)
        }
        expectHarmless(await client.get(`${path}?${key}=1&${key}=2&${key}[]=3&${key}[a]=4`), `${name} twice`)
      }
    })
  }
})

describe('every part of every address', () => {
  const withParts = routes.filter(({ words }) => words.de.includes('{'))
  for (const row of withParts) {
    test(row.name, async () => {
      for (const text of hostileTexts) {
        const path = `/de/${row.words.de}`.replaceAll(/\{\w+\}/g, () => encodeURIComponent(text) || '0')
        expectHarmless(await client.get(path.slice(0, 4000).replace(/%.?$/, '')), path.slice(0, 120))
      }
      for (const bytes of brokenEncodings) {
        const path = `/de/${row.words.de}`.replaceAll(/\{\w+\}/g, bytes)
        expectHarmless(await client.get(path), path)
      }
    })
  }
})

describe('D2 80, 85: every field of every form', () => {
  const addresses = fixed
    .filter(({ access }) => access !== 'admin' && access !== 'master')
    .map(({ name }) => localizedPath(name as RouteName, 'de'))

  test.each(['buyer', 'seller'])('as %s', async (name) => {
    const person = createClient(app.base)
    await logIn(person, `${name}@aularium.example`)
    const seen = new Set<string>()
    let sent = 0
    for (const address of [...addresses, ...Object.values(things)]) {
      const page = await person.get(address)
      if (page.status !== 200) continue
      for (const form of formsOf(page.text, address)) {
        const key = `${form.method} ${form.action.split('?')[0]} ${form.fields.map((field) => field.name).join()}`
        if (seen.has(key) || isEnding(form)) continue
        seen.add(key)
        sent += await attack(person, form)
      }
    }
    expect(sent).toBeGreaterThan(1000)
    person.close()
  })

  test('D2 80: what was written is text wherever it is shown', async () => {
    const pages = worlds.flatMap(({ world }) => [url('home', { world }), url('search', { world })])
    const feeds = ['/de/feed.xml', '/llms.txt', '/api/v3/materials/amb?world=de']
    for (const path of [...pages, ...Object.values(things), ...feeds]) {
      const answer = await client.get(path)
      expectHarmless(answer, path)
      expect(isMarkup(answer.text), path).toBe(false)
    }
    for (const name of ['buyer', 'seller']) {
      const person = createClient(app.base)
      await logIn(person, `${name}@aularium.example`)
      for (const address of addresses) expectHarmless(await person.get(address), `${name} ${address}`)
      person.close()
    }
  })
})

/** Logging out, paying and deleting end the round; they have tests of their own. */
function isEnding({ action, fields }: HtmlForm): boolean {
  return (
    action.includes('sandbox-payment') ||
    fields.some(({ name, value }) => /logout|password/i.test(`${name} ${value}`)) ||
    fields.some(({ name, value }) => name === 'intent' && /^(delete|order|pay|checkout)/i.test(value))
  )
}

async function attack(person: Client, form: HtmlForm): Promise<number> {
  const fillable = form.fields.filter(({ type }) => !['submit', 'file'].includes(type))
  const long = fillable.filter(({ type }) => type === 'textarea')
  if (fillable.length === 0) return 0
  // Each text visits one field at a time, the next text the next one, so that every field meets many of them.
  const visits = [
    ...hostileTexts.map((text, turn) => ({ text, victim: fillable[turn % fillable.length] })),
    ...long.flatMap((victim) => longTexts.map((text) => ({ text, victim }))),
  ]
  for (const { text, victim } of visits) {
    const values = form.fields.map(({ name, value, type }): [string, string] => [
      name,
      name === victim?.name ? text : value || (type === 'submit' ? '' : 'Ein ganz normaler Text'),
    ])
    const what = `${form.method} ${form.action} ${victim?.name}=${text.slice(0, 60)}`
    expectHarmless(await post(person, form, values), what)
  }
  const twice = fillable.flatMap(({ name }): [string, string][] => [
    [name, '1'],
    [name, '2'],
    [`${name}[]`, '3'],
    [`${name}[__proto__][polluted]`, '4'],
  ])
  expectHarmless(await post(person, form, twice), `${form.action} twice`)
  expectHarmless(await post(person, form, []), `${form.action} with nothing`)
  return visits.length
}

function post(person: Client, { method, action, isMultipart }: HtmlForm, values: [string, string][]) {
  if (method === 'get') {
    const query = new URLSearchParams(values).toString().slice(0, 3800).replace(/%.?$/, '')
    return person.get(`${action.split('?')[0]}?${query}`)
  }
  if (!isMultipart) return person.submit(action, values)
  const { body, contentType } = multipart(values.map(([name, value]) => ({ name: safeName(name), value })))
  const headers = { Origin: person.base, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': contentType }
  return person.send({ method: 'POST', path: action, headers, body })
}

const safeName = (name: string) => name.replaceAll(/["\r\n]/g, '_')
