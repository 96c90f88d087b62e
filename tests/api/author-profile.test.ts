import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  loadAuthor,
  loadAuthorActivity,
  loadAuthorFollowing,
  loadUser,
  loadUserTab,
} from '#loaders/authors.ts'
import { strangerContext } from '#platform/context/context.ts'
import { localizedPath } from '#platform/routing/url.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'

let app: TestApp
let anna: Person
let reader: Person
const ids = { fractions: 0, poster: 0 }

beforeAll(async () => {
  app = await openTestApp()
  anna = await member(app, 'anna', { isSeller: true })
  reader = await member(app, 'reader')
  ids.fractions = await materialRow(app, { authorId: anna.id, title: 'Bruchrechnungsaufgaben' })
  ids.poster = await materialRow(app, { authorId: anna.id, title: 'Poster: Bäume' })
  await materialRow(app, { authorId: anna.id, status: 'draft' })
  await app.deps.db.updateTable('author_profile').set({ total_materials: 2 }).execute()
})
afterAll(() => app.close())

const params = () => ({ id: String(anna.id), slug: 'anna' })
const none = new URLSearchParams()
const context = () => strangerContext(app.deps, 'de')
const formPage = '/de/konto/mein-autorenprofil'

/** Posts a form with a file as a browser does. */
async function post(
  client: Client,
  values: Record<string, string>,
  file: { body: Buffer; name: string; type: string },
  path: string,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(file.body)], { type: file.type }), file.name)
  const request = new Request('http://x', { method: 'POST', body: form })
  return await client.send({
    method: 'POST',
    path,
    headers: {
      Origin: app.base,
      'X-CSRF-Token': client.cookies.get('csrf') ?? '',
      'Content-Type': request.headers.get('content-type') ?? '',
    },
    body: Buffer.from(await request.arrayBuffer()),
  })
}

const submit = (client: Client, values: Record<string, string>) => client.submit(formPage, values)

describe('the shop', () => {
  const search = async (query: string) => {
    const page = await loadAuthor(context(), params(), new URLSearchParams(query))
    if ('moved' in page) throw new Error(page.moved)
    return { ids: page.shop.materials.map(({ id }) => id), noindex: page.noindex }
  }

  test('finds parts of words, without accents; a narrowed shop is not indexed', async () => {
    expect(await search('')).toEqual({ ids: [ids.poster, ids.fractions], noindex: false })
    expect(await search('query=rechnung')).toEqual({ ids: [ids.fractions], noindex: true })
    expect((await search('query=BAUME poster')).ids).toEqual([ids.poster])
    expect((await search('query=%25_')).ids).toEqual([])
    expect((await search('subject=gibtesnicht')).ids).toEqual([])
  })

  test('a page, a section, or an author that is not there is not found', async () => {
    for (const query of ['page=2', 'page=0', 'page=1.5', 'page=999999', 'section=99', 'section=x'])
      await expect(search(query), query).rejects.toMatchObject({ code: 'not_found' })
    const unknown = loadAuthor(context(), { id: '987654' }, none)
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
  })

  test('an author without materials has a page that is not indexed', async () => {
    const fresh = await member(app, 'fresh', { isSeller: true })
    const page = await loadAuthor(context(), { id: String(fresh.id), slug: 'fresh' }, none)
    expect(page).toMatchObject({ noindex: true, shop: { total: 0, pageCount: 1 } })
  })

  test('other slugs and the profile address of an author lead to the author page', async () => {
    const there = `/de/autor/${anna.id}/anna`
    expect(await loadAuthor(context(), { ...params(), slug: 'old' }, none)).toEqual({ moved: there })
    expect(await loadUser(context(), params(), none)).toEqual({ moved: there })
    expect(await loadAuthor(strangerContext(app.deps, 'it'), params(), none)).toEqual({ moved: there })
  })
})

describe('sections', () => {
  test('are added, filled, ordered and removed by their author alone', async () => {
    expect((await submit(anna.client, { intent: 'add-section', title: 'Mathematik' })).status).toBe(303)
    expect((await submit(anna.client, { intent: 'add-section', title: 'Deutsch' })).status).toBe(303)
    const rows = await app.deps.db.selectFrom('author_section').selectAll().orderBy('id').execute()
    const [maths, german] = rows.map(({ id }) => String(id))
    if (!maths || !german) throw new Error('two sections expected')
    const other = await member(app, 'other', { isSeller: true })
    for (const intent of ['save-section', 'move-section-up', 'delete-section'])
      expect((await submit(other.client, { intent, sectionId: maths, title: 'Meins' })).status, intent).toBe(
        404,
      )
    const foreign = await materialRow(app, { authorId: other.id })
    await submit(anna.client, {
      intent: 'save-section',
      sectionId: maths,
      title: 'Mathe',
      materialIds: String(foreign),
    })
    expect(await app.deps.db.selectFrom('author_section_item').selectAll().execute()).toEqual([])
    await submit(anna.client, {
      intent: 'save-section',
      sectionId: maths,
      title: 'Mathe',
      materialIds: String(ids.fractions),
    })
    await submit(anna.client, { intent: 'move-section-up', sectionId: german })
    await submit(anna.client, {
      intent: 'save-section',
      sectionId: german,
      title: 'Kunst',
      materialIds: String(ids.poster),
    })
    const page = await loadAuthor(context(), params(), none)
    expect(page).toMatchObject({ shop: { sections: [{ title: 'Kunst' }, { title: 'Mathe', total: 1 }] } })
    const one = await loadAuthor(context(), params(), new URLSearchParams({ section: maths }))
    expect(one).toMatchObject({ shop: { sectionTitle: 'Mathe', materials: [{ id: ids.fractions }] } })
    expect((await submit(anna.client, { intent: 'add-section', title: 'x' })).status).toBe(422)
    await submit(anna.client, { intent: 'delete-section', sectionId: german })
    expect(await loadAuthor(context(), params(), none)).toMatchObject({
      shop: { sections: [{ title: 'Mathe' }] },
    })
  })
})

describe('the own profile', () => {
  test('takes social addresses of the networks alone and keeps what was typed', async () => {
    const values = { intent: 'save-profile', public_name: 'anna', subtitle: 'Mathe', description: 'Hallo' }
    const wrong = await submit(anna.client, { ...values, facebook_profile: 'https://evil.example/anna' })
    expect(wrong.status).toBe(422)
    const done = await submit(anna.client, {
      ...values,
      facebook_profile: 'facebook.com/anna',
      instagram_profile: '',
    })
    expect([done.status, done.headers.location]).toEqual([303, `${formPage}#saved`])
    const page = await loadAuthor(context(), params(), none)
    expect(page).toMatchObject({
      author: { subtitle: 'Mathe', socials: [{ kind: 'facebook', url: 'https://facebook.com/anna' }] },
    })
    // A call changes what it names; the form is the whole.
    const byCall = await anna.client.api('POST', '/v1/user/details?world=de', { subtitle: 'Physik' })
    expect([byCall.status, (await loadAuthor(context(), params(), none)) as object]).toMatchObject([
      200,
      { author: { subtitle: 'Physik', description: 'Hallo', socials: [{ kind: 'facebook' }] } },
    ])
    expect((await submit(anna.client, { ...values, subtitle: '' })).status).toBe(303)
    expect(await loadAuthor(context(), params(), none)).toMatchObject({
      author: { subtitle: '', description: 'Hallo', socials: [] },
    })
    expect((await submit(anna.client, { intent: 'constructor' })).status).toBe(400)
    expect((await submit(createClient(app.base), values)).status).toBe(303)
  })

  test('says who a trader is only once everything needed is there', async () => {
    const trader = {
      intent: 'save-trader',
      isTrader: '1',
      legalName: 'Anna Berg',
      email: 'anna@shop.example',
    }
    expect((await submit(anna.client, trader)).status).toBe(422)
    const whole = { ...trader, address: 'Hauptstraße 1\n12345 Berlin', certified: '1', vatId: 'DE123456789' }
    expect((await submit(anna.client, whole)).status).toBe(303)
    expect(await loadAuthor(context(), params(), none)).toMatchObject({
      author: { trader: { legalName: 'Anna Berg', vatId: 'DE123456789', phone: null } },
    })
    await submit(anna.client, { intent: 'save-trader' })
    expect(await loadAuthor(context(), params(), none)).toMatchObject({ author: { trader: null } })
  })

  test('pictures are whole pictures of allowed kinds, kept without where they were taken', async () => {
    const jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0a6' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'here' } })
      .toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const refused = [svg, bomb, jpeg.subarray(0, jpeg.length / 2), Buffer.from('%PDF-1.7'), Buffer.alloc(0)]
    for (const [index, body] of refused.entries()) {
      const answer = await post(
        anna.client,
        {},
        { body, name: 'a.jpg', type: 'image/jpeg' },
        `${formPage}?intent=set-avatar`,
      )
      expect(answer.status, `picture ${index}`).toBe(422)
    }
    const picture = { body: jpeg, name: '../../a.jpg', type: 'image/jpeg' }
    expect((await post(anna.client, {}, picture, `${formPage}?intent=set-background`)).status).toBe(303)
    const api = await post(anna.client, {}, picture, '/api/v3/user-details/avatar?world=de')
    expect(api.status).toBe(200)
    const row = await app.deps.db
      .selectFrom('author_profile')
      .select(['image_key', 'background_key'])
      .where('account_id', '=', anna.id)
      .executeTakeFirstOrThrow()
    const stored = await sharp(await app.deps.storage.readBuffer(row.image_key ?? '')).metadata()
    expect([stored.format, stored.width, stored.exif]).toEqual(['webp', 300, undefined])
    expect((await post(reader.client, {}, picture, `${formPage}?intent=set-background`)).status).toBe(403)
    const sizeAfter = async (values: Record<string, string>) => {
      const cut = await post(anna.client, values, picture, `${formPage}?intent=set-avatar`)
      expect(cut.status).toBe(303)
      const { image_key } = await app.deps.db
        .selectFrom('author_profile')
        .select('image_key')
        .where('account_id', '=', anna.id)
        .executeTakeFirstOrThrow()
      const { width, height } = await sharp(await app.deps.storage.readBuffer(image_key ?? '')).metadata()
      return [width, height]
    }
    expect(await sizeAfter({ left: '0', top: '50', zoom: '200' })).toEqual([100, 100])
    expect(await sizeAfter({ left: '-9e9', top: 'oben', zoom: '1e9' })).toEqual([50, 50])
    expect(await sizeAfter({ left: '', top: 'NaN', zoom: 'x' })).toEqual([300, 200])
    await anna.client.api('POST', '/v3/user-details/remove-background', undefined)
    expect(await loadAuthor(context(), params(), none)).toMatchObject({ author: { background: null } })
    expect(await app.deps.storage.size(row.background_key ?? '')).toBeUndefined()
  })
})

describe('what is private', () => {
  const setPrivate = (is: boolean) =>
    app.deps.db
      .updateTable('author_profile')
      .set({ is_private_profile: is })
      .where('account_id', '=', anna.id)
      .execute()

  test('an author’s activity and following vanish, the shop stays', async () => {
    expect(await loadAuthorActivity(context(), params(), none)).toMatchObject({
      activity: { items: [{ kind: 'published' }, { kind: 'published' }], nextCursor: null },
    })
    expect(await loadAuthorFollowing(context(), params(), none)).toMatchObject({ following: { total: 0 } })
    const broken = loadAuthorActivity(context(), params(), new URLSearchParams('after=x'))
    await expect(broken).rejects.toMatchObject({ code: 'invalid_input' })
    await setPrivate(true)
    for (const load of [loadAuthorActivity, loadAuthorFollowing])
      await expect(load(context(), params(), none)).rejects.toMatchObject({ code: 'not_found' })
    expect(await loadAuthor(context(), params(), none)).toMatchObject({ noindex: true, shop: { total: 2 } })
    const answer = await createClient(app.base).api('POST', '/v3/user-details/query', {
      query: `{ user_details(user_id: ${anna.id}) { public_name total_followings following } }`,
    })
    expect(answer.json()).toEqual({
      user_details: { public_name: 'anna', total_followings: null, following: false },
    })
    await setPrivate(false)
  })

  test('members are private until they say otherwise; strangers see the name alone', async () => {
    const at = { id: String(reader.id), slug: 'reader' }
    expect(await loadUser(context(), at, none)).toMatchObject({
      user: { isPrivate: true },
      activity: undefined,
    })
    const tab = { ...at, tab: 'following' }
    await expect(loadUserTab(context(), tab, none)).rejects.toMatchObject({ code: 'not_found' })
    await submit(reader.client, { intent: 'save-profile', public_name: 'reader' })
    expect(await loadUser(context(), at, none)).toMatchObject({ activity: { items: [] } })
    expect(await loadUserTab(context(), tab, none)).toMatchObject({ following: { total: 0 } })
    // Specification 2: the same tabs as an author's; what they did is the profile itself.
    for (const tab of ['materials', 'blog'])
      expect(await loadUserTab(context(), { ...at, tab }, none)).toMatchObject({
        tab,
        user: { id: reader.id },
      })
    expect(await loadUserTab(context(), { ...at, tab: 'activity' }, none)).toEqual({
      moved: `/de/id/${reader.id}/reader`,
    })
    expect(await loadUserTab(context(), { ...at, slug: 'old', tab: 'blog' }, none)).toEqual({
      moved: `/de/id/${reader.id}/reader/blog`,
    })
    await expect(loadUserTab(context(), { ...at, tab: 'xyz' }, none)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('a tab of an author’s profile leads to the same tab of the author page', async () => {
    const at = { id: String(anna.id), slug: 'anna' }
    const moved = async (tab: string) => await loadUserTab(context(), { ...at, tab }, none)
    const author = localizedPath('author', 'de', at)
    expect(await moved('materials')).toEqual({ moved: author })
    for (const tab of ['blog', 'activity', 'following'])
      expect(await moved(tab)).toEqual({ moved: `${author}/${tab}` })
    await expect(moved('xyz')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('queries of user details are flat and name known fields alone', async () => {
    const client = createClient(app.base)
    const ask = async (query: string) =>
      (await client.api('POST', '/v3/user-details/query', { query })).status
    const of = (fields: string) => `{ user_details(user_id: ${anna.id}) { ${fields} } }`
    expect(await ask(of('slug, world'))).toBe(200)
    for (const query of ['', of(''), of('email'), of('slug { slug }'), of('__proto__'), 'x'.repeat(2000)])
      expect(await ask(query), query.slice(0, 60)).toBe(422)
    expect(await ask('{ user_details(user_id: 987654) { slug } }')).toBe(404)
  })
})

test('closed addresses of the redirects', async () => {
  const stranger = createClient(app.base)
  for (const path of ['/de/author-redirect', '/de/author-main', formPage])
    expect((await stranger.get(path)).headers.location, path).toMatch(/^\/de\/login/)
})
