import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listShadows } from '#exercises/units/server/service.ts'
import { type MemberVisitor, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { schoolLicencesPerPage } from '#platform/limits.ts'
import { takeBackEntitlements } from '#shop/money/orders/server/refund/refund-queries.ts'
import { eraseAccounts } from '#shop/people/privacy/server/erasing.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'
import { buy, codeOf, onSale } from '../support/sold-units.ts'

/* A school's account: who belongs to it, what it has, who decides, and what stays when people go. */

let app: TestApp
let author: Person
let serial = 0

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'school-author', { isSeller: true })
})
afterAll(() => app.close())

interface Place {
  role?: 'member' | 'master'
  isVerified?: boolean
}

const newcomer = (options: Parameters<typeof member>[2] = {}) => {
  serial += 1
  return member(app, `school-person-${serial}`, options)
}

async function school(): Promise<number> {
  const row = await app.deps.db
    .insertInto('school')
    .values({ world: 'de', name: `Schule ${serial}`, state: 'verified' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(row.id)
}

async function join(schoolId: number, { role = 'member', isVerified = true }: Place = {}, who?: Person) {
  const person = who ?? (await newcomer())
  await app.deps.db
    .insertInto('school_account')
    .values({ account_id: person.id, world: 'de', school_id: schoolId, role, is_verified: isVerified })
    .execute()
  return person
}

/** Bought for the whole school; `isNamed`: it is written down for which. */
async function buyFor(schoolId: number, person: Person, materialId: number, isNamed = true): Promise<void> {
  await buy(app, person, materialId)
  await app.deps.db
    .updateTable('entitlement')
    .set({ licence: 'school', school_id: isNamed ? schoolId : null })
    .where('account_id', '=', person.id)
    .where('material_id', '=', materialId)
    .execute()
}

const place = (person: Pick<Person, 'client'>) => person.client.api('GET', '/v1/school/place')
const members = (person: Pick<Person, 'client'>) => person.client.api('GET', '/v1/school/members')
interface Licences {
  licences: { materialId: number; buyers: string[]; hasExercise: boolean }[]
  nextCursor: string | null
}
const licences = async (person: Person, query = ''): Promise<Licences> =>
  (await person.client.api('GET', `/v1/school/licences?world=de${query}`)).json<Licences>()
const licensedIds = async (person: Person) => (await licences(person)).licences.map((each) => each.materialId)

const mailsTo = async (person: Person) =>
  await app.deps.db
    .selectFrom('mail')
    .select(['template', 'world', 'subject'])
    .where('recipient', '=', person.email)
    .where('template', 'like', 'school-%')
    .orderBy('id')
    .execute()

async function erase(person: Person): Promise<void> {
  await sql`update account set disabled_at = now(), erase_at = now() - interval '1 second'
    where id = ${person.id}`.execute(app.deps.db)
  await eraseAccounts(app.deps)
}

const heldBy = async (person: Person) =>
  await app.deps.db
    .selectFrom('entitlement')
    .select(['material_id', 'licence', 'school_id', 'downloaded_at'])
    .where('account_id', '=', person.id)
    .execute()

describe('what is read of a school', () => {
  test('by its master, its members, those who wait, and everybody else', async () => {
    const [here, there] = [await school(), await school()]
    const master = await join(here, { role: 'master' })
    const [teacher, waiting] = [await join(here), await join(here, { isVerified: false })]
    const [elsewhere, nobody] = [await join(there, { role: 'master' }), await newcomer()]
    const { unitId, materialId } = await onSale(author)
    await buyFor(here, teacher, materialId)
    const stranger = { client: createClient(app.base) }

    const list = (await members(master)).json<{ members: { accountId: number; isVerified: boolean }[] }>()
    // Who waits comes first.
    expect(list.members.map(({ accountId }) => accountId)).toEqual([waiting.id, master.id, teacher.id])
    expect(JSON.stringify(list)).not.toContain('@')
    expect((await members(elsewhere)).json<typeof list>().members.map((each) => each.accountId)).toEqual([
      elsewhere.id,
    ])
    const refusals = [teacher, waiting, nobody, stranger].map(async (who) => (await members(who)).status)
    expect(await Promise.all(refusals)).toEqual([403, 403, 403, 401])

    expect((await place(teacher)).json()).toMatchObject({
      ...{ accountId: teacher.id, role: 'member', isVerified: true, mayLeave: true, school: { id: here } },
    })
    expect((await place(master)).json()).toMatchObject({ role: 'master', mayLeave: false })
    expect([(await place(nobody)).status, (await place(stranger)).status]).toEqual([403, 401])

    expect((await licences(master)).licences).toMatchObject([
      { materialId, hasExercise: true, buyers: [expect.any(String)] },
    ])
    expect(await licensedIds(teacher)).toEqual([materialId])
    // Who is not verified has nothing, and another school has not either.
    expect([await licensedIds(waiting), await licensedIds(elsewhere)]).toEqual([[], []])
    expect(await codeOf(waiting, 'POST', `/v3/units/${unitId}/copy`, {})).toBe('not_entitled')
  })

  test('licences come page by page, each once; a cursor somebody made up is refused', async () => {
    const here = await school()
    const [buyer, reader] = [await join(here), await join(here)]
    const bought = []
    for (let at = 0; at < schoolLicencesPerPage + 2; at += 1)
      bought.push(await materialRow(app, { authorId: author.id }))
    await buyFor(here, buyer, bought[0] ?? 0)
    const rest = sql.join(bought.slice(1))
    await sql`insert into entitlement (world, account_id, material_id, order_id, licence, school_id, created_at)
      select world, account_id, m.id, order_id, licence, school_id, created_at
      from entitlement e cross join unnest(array[${rest}]::bigint[]) as m (id)
      where e.account_id = ${buyer.id}`.execute(app.deps.db)
    const first = await licences(reader)
    const second = await licences(reader, `&after=${first.nextCursor}`)
    expect([first.licences.length, second.licences.length]).toEqual([schoolLicencesPerPage, 2])
    const seen = [...first.licences, ...second.licences].map((each) => each.materialId)
    expect(seen.toSorted((a, b) => a - b)).toEqual(bought.toSorted((a, b) => a - b))
    expect(second.nextCursor).toBeNull()
    const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const wrong = ['x', '%00', forged(['school-licences', 9e15, 1]), forged(['school-licences', -1, 1])]
    for (const cursor of [...wrong, forged(['bought', '2026-01-01', 1])])
      expect(await codeOf(reader, 'GET', `/v1/school/licences?world=de&after=${cursor}`)).toBe(
        'invalid_input',
      )
  })

  test('bought by two, it stands there once', async () => {
    const here = await school()
    const [one, other] = [await join(here), await join(here)]
    const { materialId } = await onSale(author)
    for (const buyer of [one, other]) await buyFor(here, buyer, materialId)
    expect((await licences(one)).licences).toMatchObject([{ materialId, buyers: { length: 2 } }])
    // Who has left is not named any more.
    expect(await codeOf(other, 'DELETE', '/v1/school/place')).toBe(200)
    expect((await licences(one)).licences).toMatchObject([{ materialId, buyers: { length: 1 } }])
  })
})

describe('the forms', () => {
  const [mine, account] = ['/de/konto/meine-schule', '/de/konto/schulaccount']

  test('a master verifies, takes that back and removes; the member is told of what they lose', async () => {
    const here = await school()
    const master = await join(here, { role: 'master' })
    const waiting = await join(here, { isVerified: false }, await newcomer({ world: 'fr' }))
    const accountId = String(waiting.id)
    const send = async (intent: string, more: Record<string, string> = {}) => {
      const { status, headers } = await master.client.submit(account, { intent, accountId, ...more })
      return [status, headers.location?.split('#')[1]]
    }
    expect(await send('verify-member', { isVerified: '1' })).toEqual([303, 'verified'])
    expect(await send('verify-member', { isVerified: '1' })).toEqual([303, 'verified'])
    expect((await place(waiting)).json()).toMatchObject({ isVerified: true })
    expect(await mailsTo(waiting)).toEqual([])
    expect(await send('verify-member', { isVerified: '0' })).toEqual([303, 'unverified'])
    expect(await send('verify-member', { isVerified: '0' })).toEqual([303, 'unverified'])
    expect(await send('remove-member')).toEqual([303, 'removed'])
    // The second click: nobody is there any more, and nobody is told twice.
    expect(await send('remove-member')).toEqual([404, undefined])
    // In the language of who is told.
    expect((await mailsTo(waiting)).map(({ template, world }) => [template, world])).toEqual([
      ['school-unverified', 'fr'],
      ['school-removed', 'fr'],
    ])
    // Back, and removed again: told again.
    await join(here, {}, waiting)
    expect(await send('remove-member')).toEqual([303, 'removed'])
    expect(await mailsTo(waiting)).toHaveLength(3)
  })

  test('nobody is written to who closed their account, or who left by themselves', async () => {
    const here = await school()
    const master = await join(here, { role: 'master' })
    const [closed, leaver] = [await join(here), await join(here)]
    await sql`update account set disabled_at = now(), erase_at = now() + interval '9 days'
      where id = ${closed.id}`.execute(app.deps.db)
    expect(await codeOf(master, 'DELETE', `/v1/school/members/${closed.id}`)).toBe(200)
    const left = await leaver.client.submit(mine, { intent: 'leave-school' })
    expect([left.status, left.headers.location]).toEqual([303, `${mine}#left`])
    // The other tab: it is done.
    const again = await leaver.client.submit(mine, { intent: 'leave-school' })
    expect([again.status, again.headers.location]).toEqual([303, `${mine}#left`])
    const stranger = await createClient(app.base).submit(mine, { intent: 'leave-school' })
    expect(stranger.headers.location ?? '').not.toContain('#left')
    expect([await mailsTo(closed), await mailsTo(leaver)]).toEqual([[], []])
  })

  test('who may not, does not: members, masters of other schools, the last master, made-up values', async () => {
    const [here, there] = [await school(), await school()]
    const master = await join(here, { role: 'master' })
    const [teacher, elsewhere] = [await join(here), await join(there, { role: 'master' })]
    const statusOf = async (who: Person, intent: string, accountId: string, isVerified = '0') =>
      (await who.client.submit(account, { intent, accountId, isVerified })).status
    for (const intent of ['remove-member', 'verify-member']) {
      expect(await statusOf(teacher, intent, String(master.id))).toBe(403)
      expect(await statusOf(elsewhere, intent, String(teacher.id))).toBe(404)
      expect(await statusOf(master, intent, String(master.id))).toBe(403)
      for (const made of ['', '0', '-1', '1e3', `${teacher.id}\0`, '9'.repeat(30), "1' or 1=1"])
        expect([made, (await statusOf(master, intent, made)) < 500]).toEqual([made, true])
    }
    expect(await statusOf(master, 'verify-member', String(teacher.id), 'maybe')).toBe(422)
    expect((await master.client.submit(mine, { intent: 'leave-school' })).status).toBe(409)
    expect((await members(master)).json<{ members: object[] }>().members).toHaveLength(2)
    expect((await place(teacher)).json()).toMatchObject({ isVerified: true })
  })
})

describe('a pointer in the list of exercises', () => {
  const pointersOf = async ({ id }: Person) => {
    const visitor = { kind: 'member', accountId: id } as MemberVisitor
    const rows = await listShadows({ ...strangerContext(app.deps, 'de'), visitor })
    return rows.map(({ unit_id: unitId, is_lost: isLost }) => [unitId, isLost])
  }

  test('says that its licence is gone, and when it is back', async () => {
    const here = await school()
    const [buyer, teacher] = [await join(here), await join(here)]
    const { unitId, materialId } = await onSale(author)
    await buyFor(here, buyer, materialId)
    expect(await codeOf(teacher, 'POST', `/v3/units/${unitId}/shadow`, {})).toBe(201)
    expect(await pointersOf(teacher)).toEqual([[unitId, false]])
    expect(await codeOf(teacher, 'DELETE', '/v1/school/place')).toBe(200)
    expect(await pointersOf(teacher)).toEqual([[unitId, true]])
    await buy(app, teacher, materialId)
    expect(await pointersOf(teacher)).toEqual([[unitId, false]])
  })
})

describe('what is bought for a school when its buyer is erased', () => {
  const copies = (who: Person, unitId: number) => codeOf(who, 'POST', `/v3/units/${unitId}/copy`, {})

  test.each([true, false])('stays with the school (named: %s), the buyer’s own goes', async (isNamed) => {
    const here = await school()
    const [buyer, teacher] = [await join(here), await join(here)]
    const { unitId, materialId } = await onSale(author)
    await buyFor(here, buyer, materialId, isNamed)
    await buy(app, buyer, (await onSale(author)).materialId)
    await sql`update entitlement set downloaded_at = now() where account_id = ${buyer.id}`.execute(
      app.deps.db,
    )
    await erase(buyer)
    expect(await heldBy(buyer)).toEqual([
      { material_id: materialId, licence: 'school', school_id: here, downloaded_at: null },
    ])
    expect(await copies(teacher, unitId)).toBe(201)
    expect((await licences(teacher)).licences).toMatchObject([{ materialId, buyers: [] }])
    // Who comes later has it, too; who leaves has not.
    expect(await copies(await join(here), unitId)).toBe(201)
    expect(await codeOf(teacher, 'DELETE', '/v1/school/place')).toBe(200)
    expect(await copies(teacher, unitId)).toBe('not_entitled')
  })

  test('ends when the money goes back after all', async () => {
    const here = await school()
    const [buyer, teacher] = [await join(here), await join(here)]
    const { unitId, materialId } = await onSale(author)
    await buyFor(here, buyer, materialId)
    await erase(buyer)
    const { db } = app.deps
    const { id: orderId } = await db
      .selectFrom('purchase_order')
      .select('id')
      .where('account_id', '=', buyer.id)
      .executeTakeFirstOrThrow()
    const input = { accountId: buyer.id, orderId, materialIds: [materialId] }
    await transaction(db, (tx) => takeBackEntitlements(tx, 'de', input))
    expect(await heldBy(buyer)).toEqual([])
    expect(await copies(teacher, unitId)).toBe('not_entitled')
  })

  test('stays where the buyer had left before', async () => {
    const here = await school()
    const [buyer, teacher] = [await join(here), await join(here)]
    const { unitId, materialId } = await onSale(author)
    await buyFor(here, buyer, materialId)
    expect(await codeOf(buyer, 'DELETE', '/v1/school/place')).toBe(200)
    await erase(buyer)
    expect(await copies(teacher, unitId)).toBe(201)
  })

  test('ends where nobody else belongs to the school, and where they were not known to belong to it', async () => {
    const [alone, unproven] = [await school(), await school()]
    const [only, waiting] = [
      await join(alone, { role: 'master' }),
      await join(unproven, { isVerified: false }),
    ]
    const colleague = await join(unproven)
    const { unitId, materialId } = await onSale(author)
    await buyFor(alone, only, materialId)
    await buyFor(unproven, waiting, materialId, false)
    await erase(only)
    await erase(waiting)
    expect([await heldBy(only), await heldBy(waiting)]).toEqual([[], []])
    expect(await copies(await join(alone), unitId)).toBe('not_entitled')
    expect(await copies(colleague, unitId)).toBe('not_entitled')
  })

  test('is nobody’s who registers with the same address', async () => {
    const here = await school()
    const [buyer] = [await join(here), await join(here)]
    const { materialId } = await onSale(author)
    await buyFor(here, buyer, materialId)
    await erase(buyer)
    const again = createClient(app.base)
    await again.api('POST', '/v1/user/register', {
      ...{ email: buyer.email, password: 'Ein ganz neuer Satz', publicName: 'Neu', agb: true },
    })
    const bought = await again.api('GET', '/v1/bought-materials?world=de')
    expect(bought.text).not.toContain(String(materialId))
  })
})
