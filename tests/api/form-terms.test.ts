import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import type { PageLocals } from '#platform/http/page/locals.ts'
import { permissions } from '#platform/permissions.ts'
import { type RouteName, routes } from '#platform/routing/routes.ts'
import { localizedPath } from '#platform/routing/url.ts'
import { downloadUrl } from '#shop/selling/materials/server/files/download.ts'
import { logIn, materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, multipart } from '../support/http-client.ts'
import { formPages, rowsOf } from '../support/page-forms.ts'

/** Who has not accepted the terms gets no form done, unless its row says so; nothing typed is lost. */

let app: TestApp
let person: Person
let seller: Person
let free: number
let draft: number
/** What the last page was rendered with. */
let shown: Partial<PageLocals> = {}

beforeAll(async () => {
  app = await openTestApp({
    renderPage: async (_path, locals) => {
      shown = locals as PageLocals
      return new Response('<!doctype html><title>t</title>', { headers: { 'Content-Type': 'text/html' } })
    },
  })
  seller = await member(app, 'seller', { isSeller: true })
  // Somebody who may open every page with a form.
  person = await member(app, 'person', { isSeller: true, role: 'finance' })
  await sql`with made as (insert into school (world, name) values ('de', 'Lindenschule') returning id)
    insert into school_account (account_id, world, school_id, role, is_verified)
    select ${person.id}, 'de', id, 'master', true from made`.execute(app.deps.db)
  free = await materialRow(app, { authorId: seller.id, price: 0 })
  draft = await materialRow(app, { authorId: person.id, status: 'draft' })
})
afterAll(() => app.close())
beforeEach(async () => {
  shown = {}
  if (!person.client.cookies.has('session')) await logIn(person.client, person.email)
  // Whoever works for the platform has passed a second step.
  await app.deps.db
    .updateTable('session')
    .set({ second_factor: true })
    .where('account_id', '=', person.id)
    .execute()
  await setAccepted(null)
})

async function setAccepted(version: string | null): Promise<void> {
  await app.deps.db
    .updateTable('account')
    .set({ agb_accepted_version: version })
    .where('id', '=', person.id)
    .execute()
}

async function accepted(): Promise<string | null> {
  const { db } = app.deps
  const row = await db.selectFrom('account').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
  return row.agb_accepted_version
}

async function counted(table: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(app.deps.db)
  return rows[0]?.count ?? 0
}

function addressOf(name: RouteName, id = '1'): string {
  const pattern = routes.find((route) => route.name === name)?.pattern ?? ''
  const params = Object.fromEntries(
    [...pattern.matchAll(/\{(\w+)\??\}/g)].map(([, param = '']) => [
      param,
      param === 'slug' ? 'ein-slug' : param === 'partition' ? 'ratings' : id,
    ]),
  )
  return localizedPath(name, 'de', params)
}

function post(path: string, values: Record<string, string>, isMultipart = false): Promise<Answer> {
  if (!isMultipart) return person.client.submit(path, values)
  const { body, contentType } = multipart([
    ...Object.entries(values).map(([name, value]) => ({ name, value })),
    {
      name: 'files',
      value: { fileName: 'a.pdf', mediaType: 'application/pdf', body: Buffer.alloc(9000, 1) },
    },
  ])
  const headers = { Origin: app.base, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': contentType }
  return person.client.send({ method: 'POST', path, headers, body })
}

const intents = formPages.flatMap((page) =>
  rowsOf(page)
    // The person has to stay logged in.
    .filter(({ action }) => action.name !== 'session.logout')
    .map((row) => [page, row.intent ?? '(no intent)', row] as const),
)

/** Roles whose pages nobody else opens. */
const staffRoles = ['moderator', 'editor', 'support', 'admin'] as const

test.each(intents)('%s %s', async (page, _intent, { intent, action }) => {
  const { access } = routes.find((route) => route.name === page) ?? {}
  const role = staffRoles.find((each) => each === access) ?? 'finance'
  await app.deps.db.updateTable('account').set({ role }).where('id', '=', person.id).execute()
  const values = { ...(intent !== null && { intent }), note: `getippt ${page}` }
  const isStreamed = action.body === 'multipart'
  const path = isStreamed ? `${addressOf(page)}?intent=${intent}` : addressOf(page)
  const answer = await post(path, values, isStreamed)
  if (permissions[action.name].terms === 'skipped') {
    expect(shown.form?.problem).not.toBe('terms_not_accepted')
    return
  }
  expect(answer.status).toBe(403)
  expect(shown.form).toMatchObject({ problem: 'terms_not_accepted', values, lists: { note: [values.note] } })
  expect(await accepted()).toBeNull()
})

describe('what was done without them', () => {
  test('claim, pay, upload, publish and download do nothing', async () => {
    await app.deps.db.deleteFrom('cart_item').execute()
    const before = [await counted('entitlement'), await counted('purchase_order'), await counted('material')]
    const answers = [
      await post(`/de/material/${free}/x`, { intent: 'claim-free-material' }),
      await post(addressOf('payment'), { intent: 'pay', country: 'DE', expectedTotal: '0' }),
      await post(`${addressOf('upload')}?intent=upload-listing`, { action: 'publish', title: 'Neu' }, true),
      await post(
        `${addressOf('edit-material', String(draft))}?intent=save-listing`,
        { action: 'publish' },
        true,
      ),
      await post(addressOf('cabinet-sales'), { intent: 'publish-listing', materialId: String(draft) }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect([
      await counted('entitlement'),
      await counted('purchase_order'),
      await counted('material'),
    ]).toEqual(before)
    const file = await app.deps.db
      .insertInto('material_file')
      .values({
        ...{ world: 'de', material_id: draft, type: 'material_file', storage_key: `x/${randomUUID()}.pdf` },
        ...{ name: 'a.pdf', media_type: 'application/pdf', size_bytes: 3, sha256: Buffer.alloc(32) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const context = strangerContext(app.deps, 'de')
    const address = downloadUrl(context, { accountId: person.id, fileId: Number(file.id) })
    expect((await person.client.get(address)).status).toBe(403)
    expect(shown.problem).toBe('terms_not_accepted')
  })

  test('the panel accepts them and goes on with what was typed, also where files are taken', async () => {
    const claim = { intent: 'claim-free-material', acceptTerms: '1' }
    const done = await person.client.submit(`/de/material/${free}/x`, claim)
    expect(done.headers.location).toBe(`${addressOf('bought-materials')}?material=${free}&start=1`)
    expect(await accepted()).toBe(app.deps.termsVersion('de'))

    await setAccepted(null)
    const upload = {
      ...{ intent: 'upload-listing', action: 'draft', title: 'Brüche im Alltag', subjects: 'mathematik' },
      ...{ acceptTerms: '1' },
    }
    const answer = await person.client.submit(addressOf('upload'), upload)
    expect(await accepted()).toBe(app.deps.termsVersion('de'))
    expect(answer.status).toBe(303)
    const titles = await app.deps.db.selectFrom('material').select('title').execute()
    expect(titles.map(({ title }) => title)).toContain(upload.title)
  })

  test('a form of another site accepts nothing', async () => {
    const answer = await person.client.send({
      method: 'POST',
      path: `/de/material/${free}/x`,
      headers: { 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'intent=claim-free-material&acceptTerms=1',
    })
    expect(answer.status).toBe(403)
    expect(await accepted()).toBeNull()
  })
})
