import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import type { OwnReview, QuestionPage, Report, ReviewPage } from '#platform/rules/contract/feedback.ts'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import { popularityOf } from '#shop/catalogue/catalogue/rules/popularity.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, type Client, createClient } from '../support/http-client.ts'

let app: TestApp
let seller: Person
let buyer: Person
let other: Person
let material: number

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  buyer = await member(app, 'buyer')
  other = await member(app, 'other', { isSeller: true })
  material = await materialRow(app, { authorId: seller.id, price: 0 })
  await indexed(material)
  await owned(buyer, material)
})
afterAll(() => app.close())

/** The row that search finds it by. */
async function indexed(materialId: number, { termIds = [] as number[], popularity = 0 } = {}): Promise<void> {
  await app.deps.search.index(app.deps.db, {
    world: 'de',
    materialId,
    authorId: seller.id,
    authorName: 'seller',
    title: 'Brüche addieren',
    description: '',
    keywords: [],
    termNames: [],
    termIds,
    priceCents: 0,
    ratingAverage: 0,
    popularity,
    publishedAt: new Date(),
  })
}

/** A free material is the person's as soon as it is claimed. */
async function owned(person: Person, materialId: number): Promise<void> {
  const page = url('material', { world: 'de', id: materialId, slug: 'x' })
  const answer = await person.client.submit(page, { intent: 'claim-free-material' })
  expect(answer.status).toBe(303)
}

function write(person: Person, materialId: number, rating: number, text = 'Sehr klar aufgebaut.') {
  return person.client.api('PUT', `/v1/materials/${materialId}/review`, { rating, text })
}

async function detail(materialId: number): Promise<MaterialDetail> {
  const answer = await createClient(app.base).get(`/api/v1/materials/${materialId}?world=de`)
  expect(answer.status).toBe(200)
  return answer.json<MaterialDetail>()
}

async function searchRow(materialId: number) {
  return await app.deps.db
    .selectFrom('material_search')
    .select(['rating_avg', 'popularity'])
    .where('material_id', '=', materialId)
    .executeTakeFirstOrThrow()
}

function codeOf(answer: Answer): string {
  return answer.json<{ error: { code: string } }>().error.code
}

async function mailsTo(email: string, template: string) {
  return await app.deps.db
    .selectFrom('mail')
    .selectAll()
    .where('recipient', '=', email)
    .where('template', '=', template)
    .execute()
}

/** Which tags were dropped from the page cache while `run` ran. */
async function dropped(run: () => Promise<unknown>): Promise<string[]> {
  // What was changed before is heard by its own notice, too.
  await pause(150)
  const { pageCache } = app.deps
  const { expire, withdraw } = pageCache
  const tags: string[] = []
  pageCache.expire = (changed) => {
    tags.push(...changed)
    return expire.call(pageCache, changed)
  }
  pageCache.withdraw = (gone) => {
    tags.push(...gone.map((tag) => `gone ${tag}`))
    return withdraw.call(pageCache, gone)
  }
  await run()
  Object.assign(pageCache, { expire, withdraw })
  return [...new Set(tags)].sort()
}

describe('reviews', () => {
  test('only who owns it may write, nobody about the own material, nobody about what is not public', async () => {
    expect(codeOf(await write(other, material, 5))).toBe('forbidden')
    expect(codeOf(await write(seller, material, 5))).toBe('own_material')
    const draft = await materialRow(app, { authorId: seller.id, status: 'draft' })
    expect(codeOf(await write(buyer, draft, 5))).toBe('not_found')
    expect(codeOf(await write(buyer, material, 6))).toBe('invalid_input')
    expect(codeOf(await createClient(app.base).api('PUT', `/v1/materials/${material}/review`, {}))).toBe(
      'unauthorized',
    )
    expect((await detail(material)).rating).toBeNull()
  })

  test('one each; rating, stars and place in search follow every change, and exactly its pages are dropped', async () => {
    const before = (await searchRow(material)).popularity
    const tags = await dropped(async () => expect((await write(buyer, material, 4)).status).toBe(200))
    expect(tags).toEqual([`card:${material}`, `material:${material}`, `reviews:${material}`])
    expect(await detail(material)).toMatchObject({
      rating: { average: 4, count: 1 },
      stars: [0, 0, 0, 1, 0],
      reviews: [{ author: 'buyer', rating: 4, language: 'de', editedAt: null, reply: null, helpfulCount: 0 }],
    })
    expect(await searchRow(material)).toMatchObject({ rating_avg: 4 })
    expect((await searchRow(material)).popularity).toBeGreaterThan(before)

    const again = await write(buyer, material, 2, 'Doch\u0007 nicht.\r\nZu schwer.')
    expect(again.json<OwnReview>()).toMatchObject({ rating: 2, text: 'Doch nicht.\nZu schwer.' })
    expect(await detail(material)).toMatchObject({
      rating: { average: 2, count: 1 },
      stars: [0, 1, 0, 0, 0],
      reviews: [{ rating: 2, editedAt: expect.any(String) }],
    })

    const gone = await dropped(async () =>
      expect((await buyer.client.api('DELETE', `/v1/materials/${material}/review`)).status).toBe(200),
    )
    expect(gone).toEqual([`card:${material}`, `gone material:${material}`, `gone reviews:${material}`])
    expect(await detail(material)).toMatchObject({ rating: null, stars: [0, 0, 0, 0, 0], reviews: [] })
    const row = await app.deps.db
      .selectFrom('material')
      .selectAll()
      .where('id', '=', material)
      .executeTakeFirstOrThrow()
    expect(await searchRow(material)).toEqual({
      rating_avg: 0,
      popularity: popularityOf({
        salesCount: row.sales_count,
        ratingSum: 0,
        ratingCount: 0,
        publishedAt: row.published_at ?? new Date(),
      }),
    })
    expect(codeOf(await buyer.client.api('DELETE', `/v1/materials/${material}/review`))).toBe('not_found')
  })

  test('many at the same time are all counted', async () => {
    const busy = await materialRow(app, { authorId: seller.id, price: 0 })
    const people = await Promise.all([1, 2, 3, 4, 5].map((each) => member(app, `crowd-${each}`)))
    for (const person of people) await owned(person, busy)
    const answers = await Promise.all(
      people.flatMap((person, index) => [write(person, busy, index + 1), write(person, busy, index + 1)]),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await detail(busy)).toMatchObject({ rating: { average: 3, count: 5 }, stars: [1, 1, 1, 1, 1] })

    const page = async (query: string) =>
      (await buyer.client.get(`/api/v1/materials/${busy}/reviews?world=de${query}`)).json<ReviewPage>()
    expect((await page('&rating=3')).reviews.map(({ rating }) => rating)).toEqual([3])
    expect((await page('&language=it')).reviews).toEqual([])
    expect((await page('')).reviews).toHaveLength(5)
  })

  test('are paged by key', async () => {
    const popular = await materialRow(app, { authorId: seller.id, price: 0 })
    const { db } = app.deps
    const writers = await db
      .insertInto('account')
      .values(
        Array.from({ length: 45 }, (_, index) => ({
          world: 'de',
          email: `writer-${index}@aularium.example`,
          public_name: `Writer ${index}`,
          slug: 'writer',
        })),
      )
      .returning('id')
      .execute()
    await db
      .insertInto('review')
      .values(
        writers.map(({ id }) => ({
          world: 'de',
          material_id: popular,
          account_id: id,
          rating: 5,
          language: 'de',
        })),
      )
      .execute()
    const sizes: number[] = []
    const seen = new Set<number>()
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const answer = await buyer.client.get(`/api/v1/materials/${popular}/reviews?world=de${query}`)
      const page: ReviewPage = answer.json<ReviewPage>()
      sizes.push(page.reviews.length)
      for (const { id } of page.reviews) seen.add(id)
      cursor = page.nextCursor
    }
    expect([sizes, seen.size]).toEqual([[20, 20, 5], 45])
    const forged = Buffer.from(JSON.stringify(['reviews', 1.5])).toString('base64url')
    const refused = await buyer.client.get(`/api/v1/materials/${popular}/reviews?world=de&cursor=${forged}`)
    expect(codeOf(refused)).toBe('invalid_input')
  })

  test('the author answers once, members vote once, never for themselves', async () => {
    const { id } = (await write(buyer, material, 5)).json<OwnReview>()
    const reply = (person: Person, text: string) =>
      person.client.api('PUT', `/v1/reviews/${id}/reply`, { text })
    expect(codeOf(await reply(other, 'Das war ich nicht.'))).toBe('not_found')
    expect((await reply(seller, 'Danke!')).status).toBe(200)
    expect((await reply(seller, 'Danke dir!')).status).toBe(200)
    expect((await detail(material)).reviews[0]?.reply?.text).toBe('Danke dir!')
    // The reviewer hears of it once, at the bell and by mail.
    const notified = await app.deps.db
      .selectFrom('notification')
      .select('kind')
      .where('account_id', '=', buyer.id)
      .where('kind', '=', 'review-reply')
      .execute()
    expect(notified).toHaveLength(1)
    const mails = await app.deps.db
      .selectFrom('mail')
      .select('text')
      .where('recipient', '=', buyer.email)
      .where('template', '=', 'review-replied')
      .execute()
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('Danke!')])

    const vote = (person: Person, method = 'PUT') => person.client.api(method, `/v1/reviews/${id}/helpful`)
    expect(codeOf(await vote(buyer))).toBe('forbidden')
    const tags = await dropped(() => vote(other))
    expect(tags).toEqual([`material:${material}`])
    expect((await vote(other)).json()).toEqual({ helpfulCount: 1 })
    expect(codeOf(await vote(seller))).toBe('forbidden')
    expect((await seller.client.api('DELETE', `/v1/reviews/${id}/reply`)).status).toBe(200)
    expect((await detail(material)).reviews[0]).toMatchObject({ reply: null, helpfulCount: 1 })
  })

  test('without JavaScript: write on the page of bought materials, vote on the page of the material', async () => {
    const page = url('bought-materials', { world: 'de' })
    const form = {
      intent: 'write-review',
      materialId: String(material),
      rating: '3',
      text: 'Gut.',
      language: 'de',
    }
    const saved = await buyer.client.submit(page, form)
    expect([saved.status, saved.headers.location]).toEqual([303, `${page}#review-saved`])
    const { reviews } = await detail(material)
    expect(reviews[0]).toMatchObject({ rating: 3, text: 'Gut.' })
    expect((await buyer.client.submit(page, { ...form, rating: '' })).status).toBe(422)

    const address = url('material', { world: 'de', id: material, slug: 'brueche-addieren' })
    const vote = { intent: 'vote-review-helpful', reviewId: String(reviews[0]?.id) }
    expect((await createClient(app.base).submit(address, vote)).status).toBe(401)
    const voted = await other.client.submit(address, vote)
    expect([voted.status, voted.headers.location]).toEqual([303, `${address}#review-${reviews[0]?.id}`])
    const gone = await buyer.client.submit(page, { intent: 'delete-review', materialId: String(material) })
    expect([gone.status, gone.headers.location]).toEqual([303, `${page}#review-gone`])
    expect((await detail(material)).reviews).toEqual([])
  })
})

describe('questions', () => {
  const ask = (client: Client, text: string) =>
    client.api('POST', `/v1/materials/${material}/questions`, { text })
  const shown = async () =>
    (
      await createClient(app.base).get(`/api/v1/materials/${material}/questions?world=de`)
    ).json<QuestionPage>()

  test('the author hears of it, the public sees it with the answer, the asker hears of that', async () => {
    const asked = await ask(buyer.client, 'Sind die Lösungen dabei?')
    expect(asked.status).toBe(201)
    const { id } = asked.json<{ id: number }>()
    expect((await shown()).questions).toEqual([])
    const [toAuthor] = await mailsTo(seller.email, 'question-asked')
    expect(toAuthor?.text).toContain('Sind die Lösungen dabei?')

    const answer = (person: Person, text: string) =>
      person.client.api('PUT', `/v1/questions/${id}/answer`, { text })
    expect(codeOf(await answer(other, 'Bestimmt.'))).toBe('not_found')
    expect(await dropped(() => answer(seller, 'Ja, auf Seite 4.'))).toEqual([`material:${material}`])
    expect((await answer(seller, 'Ja, auf Seite 5.')).status).toBe(200)
    expect((await shown()).questions).toMatchObject([
      { author: 'buyer', text: 'Sind die Lösungen dabei?', answer: 'Ja, auf Seite 5.' },
    ])
    expect((await detail(material)).questions).toHaveLength(1)
    expect(await mailsTo(buyer.email, 'question-answered')).toHaveLength(1)
  })

  test('not to oneself, not too short, not without end', async () => {
    expect(codeOf(await ask(seller.client, 'Sind die Lösungen dabei?'))).toBe('own_material')
    expect(codeOf(await ask(other.client, ' \u0000 '.repeat(20)))).toBe('invalid_input')
    for (const each of [1, 2, 3]) expect((await ask(other.client, `Frage Nummer ${each}?`)).status).toBe(201)
    expect(codeOf(await ask(other.client, 'Noch eine Frage?'))).toBe('rate_limited')
  })

  test('without JavaScript: asked on the page, answered in the cabinet; a stranger loses nothing typed', async () => {
    const address = url('material', { world: 'de', id: material, slug: 'brueche-addieren' })
    const form = { intent: 'ask-question', text: 'Passt das auch für Klasse 5?' }
    expect((await createClient(app.base).submit(address, form)).status).toBe(401)
    const asked = await buyer.client.submit(address, form)
    expect([asked.status, asked.headers.location]).toEqual([303, `${address}#question-sent`])
    const row = await app.deps.db
      .selectFrom('material_question')
      .select('id')
      .where('text', '=', form.text)
      .executeTakeFirstOrThrow()
    const cabinet = url('cabinet-sales', { world: 'de' })
    const answered = await seller.client.submit(cabinet, {
      intent: 'answer-question',
      questionId: String(row.id),
      text: 'Ja.',
    })
    expect([answered.status, answered.headers.location]).toEqual([303, `${cabinet}#answer-sent`])
    expect((await shown()).questions[0]).toMatchObject({ text: form.text, answer: 'Ja.' })
  })
})

describe('reports', () => {
  const notice = {
    reason: 'copyright',
    text: 'Die Zeichnungen auf Seite 2 stammen aus meinem Buch.',
    name: 'Rita Recht',
    email: 'Rita@Recht.example',
    goodFaith: true,
  }

  test('anybody reports; it is confirmed once and only admins read it', async () => {
    const stranger = createClient(app.base)
    const report = (changes: object = {}) =>
      stranger.api('POST', `/v1/materials/${material}/reports`, { ...notice, ...changes })
    expect((await report()).status).toBe(200)
    expect((await report({ text: 'Noch einmal dasselbe, weil es eilig ist.' })).status).toBe(200)
    expect(codeOf(await report({ goodFaith: false }))).toBe('invalid_input')
    expect(codeOf(await report({ email: 'no address' }))).toBe('invalid_input')
    const mails = await mailsTo('rita@recht.example', 'report-received')
    expect(mails).toHaveLength(1)
    // Anybody can type anybody's address: nothing typed may be in the mail.
    expect(mails[0]?.text).not.toContain('Zeichnungen')
    expect(mails[0]?.text).not.toContain('Rita')

    expect(codeOf(await buyer.client.get('/api/v1/reports?world=de'))).toBe('forbidden')
    const admin = await member(app, 'admin', { role: 'admin' })
    const list = async (query = '') =>
      (await admin.client.get(`/api/v1/reports?world=de${query}`)).json<{ reports: Report[] }>().reports
    expect(await list()).toMatchObject([
      {
        reason: 'copyright',
        name: 'Rita Recht',
        email: 'rita@recht.example',
        status: 'open',
        accountId: null,
      },
    ])
    expect(await list('&status=rejected')).toEqual([])
  })

  test('without JavaScript', async () => {
    const address = url('material', { world: 'de', id: material, slug: 'brueche-addieren' })
    const form = {
      intent: 'report-material',
      reason: 'unsuited',
      text: 'Das Bild auf Seite 3 ist nichts für Kinder.',
      name: 'Otto',
      email: 'otto@example.org',
    }
    const stranger = createClient(app.base)
    expect((await stranger.submit(address, form)).status).toBe(422)
    const sent = await stranger.submit(address, { ...form, goodFaith: '1' })
    expect([sent.status, sent.headers.location]).toEqual([303, `${address}#report-sent`])
  })

  test('a member need not say who they are; a stranger is asked for both', async () => {
    const { name: _name, email: _email, ...rest } = notice
    const person = await member(app, 'reports-known')
    const path = `/v1/materials/${material}/reports`
    const sent = await person.client.api('POST', path, { ...rest, name: '', email: '' })
    expect([sent.status, sent.text]).toEqual([200, expect.any(String)])
    expect(await mailsTo(person.email, 'report-received')).toHaveLength(1)
    const unknown = await createClient(app.base).api('POST', path, rest)
    expect([unknown.status, unknown.json<{ error: object }>().error]).toMatchObject([
      422,
      { fields: { name: 'required', email: 'required' } },
    ])
  })

  test('not without end from one account', async () => {
    const limited = await openTestApp({ environment: { RATE_LIMITS: 'on' } })
    try {
      const author = await member(limited, 'author', { isSeller: true })
      const ids = await Promise.all(
        Array.from({ length: 11 }, () => materialRow(limited, { authorId: author.id })),
      )
      const { client } = await member(limited, 'reporter')
      const codes: number[] = []
      for (const id of ids)
        codes.push((await client.api('POST', `/v1/materials/${id}/reports`, notice)).status)
      expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    } finally {
      await limited.close()
    }
  })
})

test('a bought material says when its files changed since', async () => {
  const page = async () =>
    (await buyer.client.get('/api/v1/bought-materials?world=de')).json<{
      materials: { material: { id: number }; boughtAt: string; updatedAt: string | null }[]
    }>()
  const mine = async () => (await page()).materials.find((each) => each.material.id === material)
  const add = (createdAt: Date) =>
    app.deps.db
      .insertInto('material_file')
      .values({
        world: 'de',
        material_id: material,
        type: 'material_file',
        storage_key: `material/00/${createdAt.getTime()}.pdf`,
        name: 'a.pdf',
        media_type: 'application/pdf',
        size_bytes: 10,
        sha256: Buffer.alloc(32),
        created_at: createdAt,
      })
      .execute()
  await add(new Date('2026-01-01'))
  expect(await mine()).toMatchObject({ updatedAt: null })
  const later = new Date(Date.now() + 60_000)
  await add(later)
  expect(await mine()).toMatchObject({ updatedAt: later.toISOString() })
})

test('the three most popular of a subject are its best, once there is something to choose from', async () => {
  const termId = app.deps.taxonomy.term('de', 'subject', 'de-mathematics')?.termId ?? 0
  const ids: number[] = []
  const add = async (popularity: number) => {
    const id = await materialRow(app, { authorId: seller.id })
    await app.deps.db
      .updateTable('material')
      .set({ subjects: ['de-mathematics'], popularity })
      .where('id', '=', id)
      .execute()
    await indexed(id, { termIds: [termId], popularity })
    ids.push(id)
  }
  const best = async () => {
    // Popular materials are cached for a minute.
    app.deps.cache.clear()
    app.deps.pageCache.expireAll()
    const pages = await Promise.all(ids.map(detail))
    return pages.filter(({ bestInCategories }) => bestInCategories.includes('Mathematik')).map(({ id }) => id)
  }
  for (let popularity = 1; popularity <= 12; popularity += 1) await add(popularity)
  expect(await best()).toEqual([])
  await add(13)
  expect(await best()).toEqual(ids.slice(-3))
})
