import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadPost, loadPostEditor } from '#loaders/posts.ts'
import type { Context } from '#platform/context/context.ts'
import { strangerContext } from '#platform/context/context.ts'
import { announceTags } from '#platform/events/tags.ts'
import type { PageLocals } from '#platform/http/page/locals.ts'
import { commentLength, commentsPerPage, postSourceLength } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import type { Report } from '#platform/rules/contract/feedback.ts'
import type { CommentPage, OwnPost, Post } from '#shop/selling/posts/rules/contract.ts'
import { castPassword, materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, type Client, createClient } from '../support/http-client.ts'

let app: TestApp
let author: Person
let other: Person
let reader: Person
let admin: Person

/** What the page of the last form was shown with. */
let shown: { form?: unknown; typed?: unknown; result?: unknown } = {}

beforeAll(async () => {
  app = await openTestApp({
    renderPage: async (path, locals) => {
      const { form, typed, result } = locals as PageLocals
      shown = { form, typed, result }
      const headers = { 'Content-Type': 'text/html; charset=utf-8' }
      return new Response(`<!doctype html><title>${path}</title>`, { headers })
    },
  })
  author = await member(app, 'author', { isSeller: true })
  other = await member(app, 'other', { isSeller: true })
  reader = await member(app, 'reader')
  admin = await member(app, 'admin', { role: 'admin' })
})
afterAll(() => app.close())

const words = (count: number) => Array.from({ length: count }, (_, index) => `Wort${index}`).join(' ')
const stranger = () => createClient(app.base)
const codeOf = (answer: Answer) => answer.json<{ error: { code: string } }>().error.code
const fieldsOf = (answer: Answer) => answer.json<{ error: { fields: Record<string, string> } }>().error.fields

async function draft(changes: Record<string, unknown> = {}, person = author): Promise<OwnPost> {
  const input = { title: 'Stationenlernen Brüche', source: words(160), ...changes }
  const answer = await person.client.api('POST', '/v1/posts', input)
  expect(answer.status, answer.text).toBe(201)
  return answer.json<OwnPost>()
}

async function published(changes: Record<string, unknown> = {}): Promise<OwnPost> {
  const { id } = await draft(changes)
  const answer = await author.client.api('PUT', `/v1/posts/${id}/published`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<OwnPost>()
}

async function read(id: number): Promise<Post> {
  const answer = await stranger().get(`/api/v1/posts/${id}?world=de`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<Post>()
}

async function comments(id: number, cursor = ''): Promise<CommentPage> {
  const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
  return (await stranger().get(`/api/v1/posts/${id}/comments?world=de${query}`)).json<CommentPage>()
}

async function say(person: Person, postId: number, text: string, parentId: number | null = null) {
  const answer = await person.client.api('POST', `/v1/posts/${postId}/comments`, { text, parentId })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<{ id: number }>().id
}

const page = (id: number) => url('post', { world: 'de', id })
const editor = url('post-editor', { world: 'de' })

/** Which tags were dropped from the page cache while `run` ran. */
async function dropped(run: () => Promise<unknown>): Promise<string[]> {
  const { pageCache } = app.deps
  const { expire, withdraw } = pageCache
  const tags: string[] = []
  const earlier = Promise.withResolvers<void>()
  pageCache.expire = (changed) => {
    tags.push(...changed)
    if (changed.includes('heard so far')) earlier.resolve()
    return expire.call(pageCache, changed)
  }
  pageCache.withdraw = (gone) => {
    tags.push(...gone.map((tag) => `gone ${tag}`))
    return withdraw.call(pageCache, gone)
  }
  // Notices come in order, so what was said before is over when this one is heard.
  await announceTags(app.deps.db, { tags: ['heard so far'], gone: [] })
  await earlier.promise
  tags.length = 0
  await run()
  Object.assign(pageCache, { expire, withdraw })
  return [...new Set(tags)].sort()
}

async function asMember(person: Person): Promise<Context> {
  const row = await app.deps.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  return {
    ...strangerContext(app.deps, 'de'),
    visitor: {
      kind: 'member',
      accountId: person.id,
      sessionHash: Buffer.alloc(32),
      hasSecondFactor: true,
      publicName: row.public_name,
      slug: row.slug,
      email: row.email,
      homeWorld: 'de',
      isSeller: row.is_seller,
      role: row.role,
      emailConfirmed: true,
      agbAccepted: true,
      imageKey: null,
      anonymousId: undefined,
    },
  }
}

describe('who sees a post', () => {
  test('a draft nobody, a published one everybody, a deleted one is gone; put back it is public again', async () => {
    const { id } = await draft()
    expect((await stranger().get(`/api/v1/posts/${id}?world=de`)).status).toBe(404)
    expect((await author.client.api('PUT', `/v1/posts/${id}/published`)).status).toBe(200)
    expect(await read(id)).toMatchObject({
      title: 'Stationenlernen Brüche',
      wordCount: 160,
      readingMinutes: 1,
      author: { id: author.id, name: 'author' },
      commentCount: 0,
    })
    const first = (await read(id)).publishedAt
    const tags = await dropped(() => author.client.api('DELETE', `/v1/posts/${id}`))
    expect(tags).toEqual([`author-posts:${author.id}`, `gone post-card:${id}`, `gone post:${id}`])
    expect((await stranger().get(`/api/v1/posts/${id}?world=de`)).status).toBe(410)
    expect((await stranger().get(`/api/v1/posts/${id}/comments?world=de`)).status).toBe(410)
    expect(codeOf(await author.client.api('PUT', `/v1/posts/${id}/published`))).toBe('gone')
    await author.client.api('PUT', `/v1/posts/${id}/restored`)
    expect((await read(id)).publishedAt).toBe(first)
  })

  test('a draft that was deleted was never there', async () => {
    const { id } = await draft()
    await author.client.api('DELETE', `/v1/posts/${id}`)
    expect((await stranger().get(`/api/v1/posts/${id}?world=de`)).status).toBe(404)
    const back = await author.client.api('PUT', `/v1/posts/${id}/restored`)
    expect(back.json<OwnPost>().status).toBe('draft')
  })

  test('its page: another world leads home, fewer than 150 words are not indexed, a closed account has none', async () => {
    const long = await published()
    const short = await published({ source: words(149) })
    const context = strangerContext(app.deps, 'de')
    const none = new URLSearchParams()
    expect(await loadPost(context, { id: String(long.id) }, none)).toMatchObject({ noindex: false })
    expect(await loadPost(context, { id: String(short.id) }, none)).toMatchObject({ noindex: true })
    const elsewhere = strangerContext(app.deps, 'fr')
    expect(await loadPost(elsewhere, { id: String(long.id) }, none)).toEqual({ moved: page(long.id) })
    const secret = await draft()
    await expect(loadPost(elsewhere, { id: String(secret.id) }, none)).rejects.toThrow('not_found')
    await expect(
      loadPost(context, { id: String(long.id) }, new URLSearchParams({ after: 'nonsense' })),
    ).rejects.toThrow('invalid_input')
    const { db } = app.deps
    const close = (at: Date | null) =>
      db.updateTable('account').set({ disabled_at: at }).where('id', '=', author.id).execute()
    await close(new Date())
    await expect(loadPost(context, { id: String(long.id) }, none)).rejects.toThrow('not_found')
    await close(null)
  })

  test('the newest of an author, without drafts; numbered pages end', async () => {
    const { id } = await published({ title: 'Der neueste Beitrag' })
    const list = (number: string) =>
      stranger().get(`/api/v1/authors/${author.id}/posts?world=de&page=${number}`)
    const { posts, pageCount } = (await list('1')).json<{
      posts: { id: number; title: string }[]
      pageCount: number
    }>()
    expect(posts[0]).toMatchObject({ id, title: 'Der neueste Beitrag' })
    expect([posts.length > 1, pageCount]).toEqual([true, 1])
    expect([(await list('2')).status, (await list('0')).status, (await list('999')).status]).toEqual([
      404, 422, 422,
    ])
  })
})

describe('writing', () => {
  test('only sellers write, and nobody touches what is not theirs', async () => {
    const input = { title: 'Ein Titel', source: words(30) }
    expect(codeOf(await reader.client.api('POST', '/v1/posts', input))).toBe('forbidden')
    expect(codeOf(await stranger().api('POST', '/v1/posts', input))).toBe('unauthorized')
    const { id, version } = await published()
    const before = await read(id)
    for (const person of [other, reader, admin]) {
      const answers = [
        await person.client.api('PUT', `/v1/posts/${id}`, { ...input, version }),
        await person.client.api('DELETE', `/v1/posts/${id}`),
        await person.client.api('PUT', `/v1/posts/${id}/published`),
        await person.client.api('PUT', `/v1/posts/${id}/restored`),
        await person.client.get(`/api/v1/posts/${id}/source?world=de`),
        await person.client.submit(editor, { intent: 'delete-post', postId: String(id) }),
        await person.client.submit(editor, {
          intent: 'save-post',
          postId: String(id),
          version: String(version),
          ...input,
        }),
      ]
      expect(
        answers.map(({ status }) => status).filter((status) => status !== 403 && status !== 404),
      ).toEqual([])
    }
    expect(await read(id)).toEqual(before)
  })

  test('two tabs do not overwrite each other; the second hears of it and keeps its text', async () => {
    const { id, version } = await published()
    const save = (title: string, from: number) =>
      author.client.submit(`${editor}?id=${id}`, {
        intent: 'save-post',
        postId: String(id),
        version: String(from),
        title,
        source: words(170),
      })
    expect((await save('Aus dem ersten Fenster', version)).status).toBe(303)
    const refused = await save('Aus dem zweiten Fenster', version)
    expect(refused.status).toBe(409)
    expect(shown.form).toMatchObject({
      problem: 'conflict',
      values: { title: 'Aus dem zweiten Fenster', source: words(170) },
    })
    expect((await read(id)).title).toBe('Aus dem ersten Fenster')
    // The form that is shown again carries the newest version: whoever sends it knows what it replaces.
    const again = await loadPostEditor(
      await asMember(author),
      new URLSearchParams({ id: String(id) }),
      { postId: String(id), title: 'Aus dem zweiten Fenster', source: words(170), version: String(version) },
      undefined,
    )
    if (again.kind !== 'editor') throw new Error('no editor')
    expect(Number(again.values.version)).toBeGreaterThan(version)
    expect((await save('Aus dem zweiten Fenster', Number(again.values.version))).status).toBe(303)
    expect((await read(id)).title).toBe('Aus dem zweiten Fenster')
  })

  test('the empty editor sent twice is one post; two different ones are two', async () => {
    const send = (key: string) =>
      author.client.submit(editor, { intent: 'save-post', key, title: 'Doppelt gedrückt', source: words(20) })
    const [first, second] = await Promise.all([send('0a1b2c3d-twice'), send('0a1b2c3d-twice')])
    expect(first.headers.location).toBe(second.headers.location)
    expect((await send('0a1b2c3d-other')).headers.location).not.toBe(first.headers.location)
  })

  test('a preview changes nothing, publishing without words keeps the draft, a preview is not stored', async () => {
    const count = async () =>
      (
        await app.deps.db
          .selectFrom('post')
          .select(sql<number>`count(*)`.as('count'))
          .executeTakeFirstOrThrow()
      ).count
    const before = await count()
    const values = { title: 'x', source: '**fett** <b>', key: 'preview-1' }
    const preview = await author.client.submit(editor, { intent: 'preview-post', ...values })
    expect([preview.status, preview.headers['cache-control']]).toEqual([200, 'private, no-store'])
    const html = '<p><strong>fett</strong> &lt;b></p>'
    expect(shown).toMatchObject({ typed: values, result: { html } })
    expect(await count()).toBe(before)
    const loaded = await loadPostEditor(await asMember(author), new URLSearchParams(), values, { html })
    expect(loaded).toMatchObject({ isPreview: true, html, values: { title: 'x' } })
    // With nothing in it yet, or with too much: what can be shown is.
    await author.client.submit(editor, { intent: 'preview-post', title: 'x', source: '' })
    expect(shown).toMatchObject({ typed: { title: 'x' }, result: { html: '' } })
    const tooLong = 'ä'.repeat(100_000)
    await author.client.submit(editor, { intent: 'preview-post', title: 'x', source: tooLong })
    expect(shown).toMatchObject({
      typed: { source: tooLong },
      result: { html: expect.stringMatching('ä{50}') },
    })
    const called = await author.client.api('POST', '/v1/posts/html', { source: values.source })
    expect(called.json()).toEqual({ html })
    expect((await author.client.api('POST', '/v1/posts/html', { source: tooLong })).status).toBe(422)

    const empty = { intent: 'publish-post', title: 'Noch leer', source: 'kurz', key: 'publish-1' }
    expect((await author.client.submit(editor, empty)).status).toBe(422)
    expect(shown.form).toMatchObject({ fields: { source: 'too_short' }, values: { title: 'Noch leer' } })
    const { postId = '', version = '' } = (shown.form as { values: Record<string, string> }).values
    const done = await author.client.submit(editor, { ...empty, postId, version, source: words(40) })
    expect([done.status, done.headers.location]).toEqual([303, page(Number(postId))])
  })

  test('what does not fit is said, and 100 kB come back as they were typed', async () => {
    const tooLong = 'ä'.repeat(100_000)
    for (const intent of ['save-post', 'publish-post']) {
      const answer = await author.client.submit(editor, { intent, title: 'Sehr lang', source: tooLong })
      expect(answer.status).toBe(422)
      expect(shown.form).toMatchObject({ fields: { source: 'too_long' }, values: { source: tooLong } })
    }
    const long = await author.client.api('POST', '/v1/posts', {
      title: 'Sehr lang',
      source: 'a'.repeat(postSourceLength.max + 1),
    })
    expect(fieldsOf(long)).toEqual({ source: 'too_long' })
    const blank = await author.client.api('POST', '/v1/posts', { title: ' \u0001\u0007 ab ', source: '' })
    expect(fieldsOf(blank)).toEqual({ title: 'too_short' })
    const foreign = await materialRow(app, { authorId: other.id })
    const notMine = await author.client.api('POST', '/v1/posts', {
      title: 'Fremdes Material',
      source: '',
      materialId: foreign,
    })
    expect(fieldsOf(notMine)).toEqual({ materialId: 'invalid' })
  })

  test('a material it is about shows while it is public', async () => {
    const materialId = await materialRow(app, { authorId: author.id, title: 'Brüche an Stationen' })
    const { id } = await published({ materialId })
    expect((await read(id)).material).toMatchObject({ id: materialId, title: 'Brüche an Stationen' })
    await app.deps.db
      .updateTable('material')
      .set({ status: 'blocked' })
      .where('id', '=', materialId)
      .execute()
    expect((await read(id)).material).toBeNull()
  })

  test('lastmod follows the words, not comments and likes', async () => {
    const { id, version } = await published()
    const { updatedAt } = await read(id)
    await say(reader, id, 'Danke dafür!')
    await reader.client.api('PUT', `/v1/posts/${id}/like`)
    expect((await read(id)).updatedAt).toBe(updatedAt)
    await author.client.api('PUT', `/v1/posts/${id}`, { title: 'Neuer Titel', source: words(160), version })
    expect((await read(id)).updatedAt > updatedAt).toBe(true)
  })
})

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '[klick](javascript:alert(1))',
  '</textarea><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202e\u0007<iframe srcdoc=x>\u0001',
]

test('hostile texts in every field stay texts', async () => {
  for (const payload of payloads) {
    const { id } = await published({ title: `Titel ${payload}`, source: `${payload}\n\n${words(30)}` })
    const post = await read(id)
    expect(post.html).not.toMatch(/<(script|img|svg|iframe|textarea)|href="javascript/i)
    for (const sign of ['\u0001', '\u0007'])
      expect(`${post.title}${post.html}${post.excerpt}`).not.toContain(sign)
    await say(reader, id, payload)
    const { comments: said } = await comments(id)
    expect(said[0]?.text).toBe(payload.replaceAll('\u0001', '').replaceAll('\u0007', ''))
  }
})

describe('comments', () => {
  test('one level of answers, the mark of the author, a mail to the author for others only', async () => {
    const { id, title } = await published({ title: 'Freitagsritual' })
    const first = await say(reader, id, 'Wie lange dauert das bei dir?')
    const answer = await say(author, id, 'Zehn Minuten.', first)
    await say(reader, id, 'Danke!', answer)
    const { comments: threads } = await comments(id)
    expect(threads).toMatchObject([
      {
        id: first,
        author: 'reader',
        isAuthor: false,
        replies: [
          { author: 'author', isAuthor: true, text: 'Zehn Minuten.' },
          { author: 'reader', text: 'Danke!' },
        ],
      },
    ])
    expect((await read(id)).commentCount).toBe(3)
    const mails = await app.deps.db
      .selectFrom('mail')
      .select(['recipient', 'subject'])
      .where('template', '=', 'comment-made')
      .where('subject', 'like', `%${title}%`)
      .execute()
    expect(mails.map(({ recipient }) => recipient)).toEqual([author.email, author.email])
  })

  test('sent twice, at once or again, it is one comment', async () => {
    const { id } = await published()
    const send = () => reader.client.submit(page(id), { intent: 'write-comment', text: 'Nur einmal, bitte.' })
    const answers = await Promise.all([send(), send(), send()])
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1)
    expect((await read(id)).commentCount).toBe(1)
    const key = { 'Idempotency-Key': 'comment-1' }
    const body = { text: 'Mit Schlüssel' }
    const path = `/v1/posts/${id}/comments`
    const one = await reader.client.api('POST', path, body, key)
    const two = await reader.client.api('POST', path, body, key)
    expect([two.json(), two.headers['idempotent-replayed']]).toEqual([one.json(), 'true'])
  })

  test('only the own one can be deleted; its words are gone, with answers a gap stays', async () => {
    const { id } = await published()
    const first = await say(reader, id, 'Das nehme ich zurück.')
    const reply = await say(other, id, 'Schade.', first)
    for (const person of [author, other, admin])
      expect((await person.client.api('DELETE', `/v1/comments/${first}`)).status).toBe(404)
    expect((await reader.client.api('DELETE', `/v1/comments/${first}`)).status).toBe(200)
    const { comments: threads } = await comments(id)
    expect(threads).toMatchObject([{ isGone: true, author: '', text: '', replies: [{ id: reply }] }])
    expect((await read(id)).commentCount).toBe(1)
    const row = await app.deps.db
      .selectFrom('comment')
      .select('text')
      .where('id', '=', first)
      .executeTakeFirst()
    expect(row?.text).toBe('')
    expect(
      codeOf(await other.client.api('POST', `/v1/posts/${id}/comments`, { text: 'Hallo?', parentId: first })),
    ).toBe('not_found')
    await other.client.api('DELETE', `/v1/comments/${reply}`)
    expect((await comments(id)).comments).toEqual([])
    expect((await read(id)).commentCount).toBe(0)
  })

  test('the author of the post and operators hide and show; nobody else', async () => {
    const { id } = await published()
    const comment = await say(reader, id, 'Werbung für etwas ganz anderes')
    const path = `/v1/comments/${comment}/hidden`
    for (const person of [other, reader]) expect((await person.client.api('PUT', path)).status).toBe(404)
    for (const person of [author, admin]) {
      const tags = await dropped(() => person.client.api('PUT', path))
      expect(new Set(tags)).toEqual(new Set([`post-card:${id}`, `gone post:${id}`]))
      expect((await comments(id)).comments).toEqual([])
      await person.client.api('PUT', path)
      expect((await read(id)).commentCount).toBe(0)
      await person.client.api('DELETE', path)
      expect((await read(id)).commentCount).toBe(1)
    }
    const form = { intent: 'hide-comment', commentId: String(comment) }
    expect((await other.client.submit(editor, form)).status).toBe(404)
    const done = await admin.client.submit(editor, form)
    expect([done.status, done.headers.location]).toEqual([303, `${editor}?id=${id}#comments`])
    const desk = await loadPostEditor(
      await asMember(admin),
      new URLSearchParams({ id: String(id) }),
      undefined,
      undefined,
    )
    expect(desk).toMatchObject({ kind: 'moderation', comments: [{ id: comment, state: 'hidden' }] })
    const query = new URLSearchParams({ id: String(id) })
    await expect(loadPostEditor(await asMember(reader), query, undefined, undefined)).rejects.toThrow(
      'forbidden',
    )
    await expect(loadPostEditor(await asMember(other), query, undefined, undefined)).rejects.toThrow(
      'not_found',
    )
  })

  test('who is no member logs in beside the comment, and nothing typed is lost', async () => {
    const { id } = await published()
    const client: Client = stranger()
    const typed = { intent: 'write-comment', text: 'Geschrieben, bevor ich angemeldet war.', parentId: '' }
    expect((await client.submit(page(id), typed)).status).toBe(401)
    expect(shown.form).toMatchObject({ problem: 'unauthorized', values: typed })
    const intent = 'write-comment-with-login'
    const wrong = { ...typed, intent, email: reader.email, password: 'wrong password' }
    expect((await client.submit(page(id), wrong)).status).toBe(401)
    expect(shown.form).toMatchObject({
      problem: 'invalid_credentials',
      values: { ...typed, intent, email: reader.email },
    })
    expect(JSON.stringify(shown.form)).not.toContain('wrong password')
    const done = await client.submit(page(id), { ...wrong, password: castPassword })
    expect(done.status).toBe(303)
    expect(done.headers.location).toMatch(/#comment-\d+$/)
    expect((await comments(id)).comments).toMatchObject([{ author: 'reader', text: typed.text }])
    const account = await client.get('/api/v1/user?world=de')
    expect(account.text).toContain(reader.email)
  })

  test('who logs in beside the comment and has the terms still to accept is logged in, and writes with them', async () => {
    const { id } = await published()
    const late = await member(app, 'late')
    await app.deps.db
      .updateTable('account')
      .set({ agb_accepted_version: null })
      .where('id', '=', late.id)
      .execute()
    const client = stranger()
    const typed = { intent: 'write-comment-with-login', text: 'Erst die Bedingungen.', email: late.email }
    expect((await client.submit(page(id), { ...typed, email: '' })).status).toBe(401)
    expect((await client.submit(page(id), typed)).status).toBe(422)
    expect(shown.form).toMatchObject({ fields: { password: 'required' } })
    const asked = await client.submit(page(id), { ...typed, password: castPassword })
    expect(asked.status).toBe(403)
    expect(shown.form).toMatchObject({ problem: 'terms_not_accepted', values: typed })
    expect(JSON.stringify(shown.form)).not.toContain(castPassword)
    expect((await comments(id)).comments).toEqual([])
    expect((await client.submit(page(id), { ...typed, acceptTerms: '1' })).status).toBe(303)
    expect((await comments(id)).comments).toMatchObject([{ author: 'late', text: typed.text }])
  })

  test('too short, too long, to nothing, to somewhere else: said, and the text kept', async () => {
    const { id } = await published()
    const elsewhere = await published()
    const there = await say(reader, elsewhere.id, 'Auf dem anderen Beitrag')
    const tooLong = 'ß'.repeat(100_000)
    expect((await reader.client.submit(page(id), { intent: 'write-comment', text: tooLong })).status).toBe(
      422,
    )
    expect(shown.form).toMatchObject({ fields: { text: 'too_long' }, values: { text: tooLong } })
    expect((await reader.client.submit(page(id), { intent: 'write-comment', text: '\u0007 ' })).status).toBe(
      422,
    )
    expect(shown.form).toMatchObject({ fields: { text: 'too_short' } })
    const path = `/v1/posts/${id}/comments`
    for (const parentId of [there, 999_999])
      expect(codeOf(await reader.client.api('POST', path, { text: 'Antwort', parentId }))).toBe('not_found')
    const secret = await draft()
    expect(
      (await reader.client.api('POST', `/v1/posts/${secret.id}/comments`, { text: 'Hallo' })).status,
    ).toBe(404)
    const edge = await reader.client.api('POST', path, { text: 'x'.repeat(commentLength.max) })
    expect(edge.status).toBe(201)
  })

  test('pages go on where the last one ended', async () => {
    const { id } = await published()
    await app.deps.db
      .insertInto('comment')
      .values(
        Array.from({ length: commentsPerPage + 5 }, (_, index) => ({
          world: 'de',
          post_id: id,
          account_id: reader.id,
          text: `Kommentar ${index}`,
          created_at: new Date(Date.now() - 86_400_000),
        })),
      )
      .execute()
    const first = await comments(id)
    const second = await comments(id, first.nextCursor ?? '')
    expect([first.comments.length, second.comments.length, second.nextCursor]).toEqual([
      commentsPerPage,
      5,
      null,
    ])
    expect(second.comments.at(-1)?.text).toBe(`Kommentar ${commentsPerPage + 4}`)
  })
})

describe('talk below a post', () => {
  test('a comment is mended by who wrote it within minutes, liked once each, and whom it names hears of it', async () => {
    const { id } = await published()
    const write = async (person: Person, text: string) =>
      (await person.client.api('POST', `/v1/posts/${id}/comments?world=de`, { text })).json<{ id: number }>()
        .id
    const first = await write(reader, 'Das probire ich aus.')
    const edit = (person: Person, comment: number, text: string) =>
      person.client.api('PUT', `/v1/comments/${comment}?world=de`, { text })
    expect((await edit(other, first, 'Meins jetzt')).status).toBe(404)
    expect((await edit(reader, first, ' ')).status).toBe(422)
    expect((await edit(reader, first, 'Das probiere ich aus.')).status).toBe(200)
    const like = (person: Person, method = 'PUT') =>
      person.client.api(method, `/v1/comments/${first}/like?world=de`)
    const liked = await Promise.all([like(other), like(other), like(other)])
    expect(liked.map((answer) => answer.json())).toEqual(Array(3).fill({ likeCount: 1 }))
    expect((await like(reader)).status).toBe(403)
    const listed = (await stranger().api('GET', `/v1/posts/${id}/comments?world=de`)).json<CommentPage>()
    expect(listed.comments[0]).toMatchObject({
      ...{ text: 'Das probiere ich aus.', editedAt: expect.any(String), likeCount: 1 },
    })
    expect((await like(other, 'DELETE')).json()).toEqual({ likeCount: 0 })

    await write(other, 'Genau, @reader, und @niemand auch.')
    const notified = await app.deps.db
      .selectFrom('notification')
      .select('account_id')
      .where('kind', '=', 'mention')
      .execute()
    expect(notified).toEqual([{ account_id: reader.id }])

    const late = new Date(Date.now() - 16 * 60_000)
    await app.deps.db.updateTable('comment').set({ created_at: late }).where('id', '=', first).execute()
    expect((await edit(reader, first, 'Zu spät gemerkt.')).status).toBe(403)
  })
})

describe('likes', () => {
  test('count once each, not for the own post, and can be taken back', async () => {
    const { id } = await published()
    const like = (person: Person, method: string) => person.client.api(method, `/v1/posts/${id}/like`)
    await Promise.all([like(reader, 'PUT'), like(reader, 'PUT'), like(other, 'PUT')])
    expect((await read(id)).likeCount).toBe(2)
    expect(codeOf(await like(author, 'PUT'))).toBe('forbidden')
    expect((await like(reader, 'DELETE')).json()).toEqual({ likeCount: 1 })
    expect((await like(reader, 'DELETE')).json()).toEqual({ likeCount: 1 })
    const form = await reader.client.submit(page(id), { intent: 'like-post' })
    expect([form.status, form.headers.location]).toEqual([303, `${page(id)}#liked`])
    expect((await stranger().submit(page(id), { intent: 'like-post' })).status).toBe(401)
    expect((await stranger().submit(page(id), { intent: 'nonsense' })).status).toBe(400)
  })
})

test('anybody reports a post or a comment on it; operators read what it is about', async () => {
  const { id, title } = await published({ title: 'Gemeldeter Beitrag' })
  const comment = await say(reader, id, 'Eine Beleidigung')
  const elsewhere = await published()
  const notice = {
    reason: 'illegal',
    text: 'Das verletzt ganz klar geltendes Recht.',
    name: 'Eine Leserin',
    email: 'notice@example.org',
    goodFaith: '1',
  }
  const send = (target: number, subject: string) =>
    stranger().submit(page(target), { intent: 'report-post', commentId: subject, ...notice })
  expect((await send(id, '')).headers.location).toBe(`${page(id)}#report-sent`)
  expect((await send(id, String(comment))).status).toBe(303)
  expect((await send(id, String(comment))).status).toBe(303)
  expect((await send(elsewhere.id, String(comment))).status).toBe(404)
  const bad = await stranger().submit(page(id), {
    ...{ ...notice, intent: 'report-post', commentId: '', text: 'kurz' },
  })
  expect(bad.status).toBe(422)
  expect(shown.form).toMatchObject({ fields: { text: 'too_short' }, values: { name: 'Eine Leserin' } })
  const { reports } = (await admin.client.get('/api/v1/reports?world=de')).json<{ reports: Report[] }>()
  expect(reports).toMatchObject([
    { material: null, post: { id, title }, comment: { id: comment, text: 'Eine Beleidigung' } },
    { material: null, post: { id, title }, comment: null },
  ])
})

test('machines find what everybody sees: sitemap with the day of the words, feeds of the world and of the author', async () => {
  const long = await published({ title: 'Im Verzeichnis & im Feed' })
  const short = await published({ title: 'Kurz, nur im Feed', source: words(20) })
  const secret = await draft({ title: 'Nirgends zu sehen' })
  const site = app.deps.env.siteUrl
  const sitemap = (await stranger().get('/sitemaps/de/posts-1.xml')).text
  const { updatedAt } = await read(long.id)
  expect(sitemap).toContain(`<loc>${site}${page(long.id)}</loc><lastmod>${updatedAt}</lastmod>`)
  for (const { id } of [short, secret]) expect(sitemap).not.toContain(`${page(id)}<`)
  expect((await stranger().get('/sitemap.xml')).text).toContain('/sitemaps/de/posts-1.xml')
  expect((await stranger().get('/sitemaps/fr/posts-1.xml')).status).toBe(404)
  await app.deps.db
    .updateTable('author_profile')
    .set({ total_materials: 1 })
    .where('account_id', '=', author.id)
    .execute()
  for (const feed of ['/de/feed.xml', `/de/feed/author/${author.id}.xml`]) {
    const { text } = await stranger().get(feed)
    expect(text).toContain(`<link>${site}${page(long.id)}</link>`)
    expect(text).toContain('<title>Im Verzeichnis &amp; im Feed</title>')
    expect(text).toContain('Kurz, nur im Feed')
    expect(text).not.toContain('Nirgends zu sehen')
  }
})
