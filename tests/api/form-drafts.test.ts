import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formDraftLimits } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { deleteOldDrafts } from '#shop/people/form-drafts/server/queries.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

let app: TestApp
let author: Person
let other: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'author', { isSeller: true })
  other = await member(app, 'other', { isSeller: true })
})
afterAll(() => app.close())
beforeEach(() => app.deps.db.deleteFrom('form_draft').execute())

async function keep(person: Person, form: string, fields: Record<string, string[]>, subject = '') {
  return await person.client.api('POST', '/v1/form-drafts', { form, subject, fields })
}

const rows = () =>
  app.deps.db.selectFrom('form_draft').select(['form', 'subject', 'fields', 'account_id']).execute()

describe('what is typed into a form', () => {
  test('is kept until it is sent', async () => {
    const first = await keep(author, 'save-profile', { subtitle: ['Halb'] })
    expect(first.status, first.text).toBe(200)
    await keep(author, 'save-profile', { subtitle: ['Halb fertig'] })
    expect(await rows()).toMatchObject([{ form: 'save-profile', fields: { subtitle: ['Halb fertig'] } }])
    const address = url('my-author-profile', { world: 'de' })
    const sent = await author.client.submit(address, {
      intent: 'save-profile',
      public_name: 'Frau Entwurf',
      subtitle: 'Fertig',
    })
    expect(sent.status, sent.text).toBe(303)
    expect(await rows()).toEqual([])
  })

  test('stays when the form was refused', async () => {
    await keep(author, 'save-profile', { subtitle: ['Halb'] })
    const sent = await author.client.submit(url('my-author-profile', { world: 'de' }), {
      intent: 'save-profile',
      public_name: 'x'.repeat(500),
    })
    expect(sent.status).toBe(422)
    expect(await rows()).toHaveLength(1)
  })

  test('that was taken is answered so, though what was kept of it cannot be deleted', async () => {
    const { db } = app.deps
    await keep(author, 'save-profile', { subtitle: ['Halb'] })
    expect(await rows()).toHaveLength(1)
    await sql`create function no_deleting() returns trigger language plpgsql as
      'begin raise exception ''the disk is gone''; end'`.execute(db)
    await sql`create trigger no_deleting before delete on form_draft execute function no_deleting()`.execute(
      db,
    )
    try {
      const fields = { intent: 'save-profile', public_name: 'Frau Gesendet', subtitle: 'Ganz' }
      const sent = await author.client.submit(url('my-author-profile', { world: 'de' }), fields)
      expect(sent.status, sent.text).toBe(303)
      const profile = await db
        .selectFrom('author_profile')
        .select('subtitle')
        .where('account_id', '=', author.id)
        .executeTakeFirstOrThrow()
      expect(profile.subtitle).toBe('Ganz')
      expect(await rows()).toHaveLength(1)
    } finally {
      await sql`drop function no_deleting() cascade`.execute(db)
    }
  })

  test('is thrown away by its writer, and twice is no mistake', async () => {
    await keep(author, 'save-listing', { title: ['Neu'] }, '12')
    await keep(other, 'save-listing', { title: ['Fremd'] }, '12')
    const discard = () => author.client.api('DELETE', '/v1/form-drafts?form=save-listing&subject=12')
    expect([(await discard()).status, (await discard()).status]).toEqual([200, 200])
    expect(await rows()).toMatchObject([{ account_id: other.id }])
  })

  test.each([
    ['an unknown form', 'delete-account', { a: ['b'] }, ''],
    ['about something without an id', 'save-listing', { a: ['b'] }, 'zwölf'],
    ['too long', 'save-post', { source: ['x'.repeat(formDraftLimits.valueLength + 1)] }, ''],
  ])('is refused: %s', async (_, form, fields, subject) => {
    expect((await keep(author, form, fields, subject)).status).toBe(422)
    expect(await rows()).toEqual([])
  })

  test('goes by age, and the oldest of too many', async () => {
    const { db } = app.deps
    await keep(author, 'save-listing', { title: ['alt'] }, '1')
    await db
      .updateTable('form_draft')
      .set({ updated_at: new Date(0) as never })
      .execute()
    await db
      .insertInto('form_draft')
      .values(
        Array.from({ length: formDraftLimits.perMember }, (_, at) => ({
          ...{ world: 'de', account_id: author.id, form: 'save-listing' },
          ...{ subject: String(at + 2), fields: '{}' as never },
        })),
      )
      .execute()
    await keep(author, 'save-profile', { subtitle: ['neu'] })
    expect(await rows()).toHaveLength(formDraftLimits.perMember)
    expect((await rows()).some(({ subject }) => subject === '1')).toBe(false)
    await db
      .updateTable('form_draft')
      .set({ updated_at: new Date(0) as never })
      .execute()
    expect(await deleteOldDrafts(db, formDraftLimits.days)).toBe(formDraftLimits.perMember)
  })

  test('is nothing of a stranger', async () => {
    const client = createClient(app.base)
    const answer = await client.api('POST', '/v1/form-drafts', { form: 'save-profile', fields: { a: ['b'] } })
    client.close()
    expect(answer.status).toBe(401)
  })
})
