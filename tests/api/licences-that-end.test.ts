import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { emit } from '#platform/events/events.ts'
import { orderRefunded } from '#shop/money/orders/server/events.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'
import { sentDraft } from '../support/sent-draft.ts'
import { buy, codeOf, makeUnit, onSale, tasks } from '../support/sold-units.ts'

let app: TestApp
let author: Person
let serial = 0

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'ends-author', { isSeller: true })
})
afterAll(() => app.close())

interface School {
  id: number
  holder: Person
  master: Person
  teacher: Person
}

/** A school with who buys for it, who looks after it, and a teacher; all of them proven to belong to it. */
async function school(): Promise<School> {
  serial += 1
  const [holder, master, teacher] = [
    await member(app, `ends-holder-${serial}`),
    await member(app, `ends-master-${serial}`),
    await member(app, `ends-teacher-${serial}`, { isSeller: true }),
  ]
  const { id } = await app.deps.db
    .insertInto('school')
    .values({ world: 'de', name: `Linden ${serial}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const schoolId = Number(id)
  await join(holder, schoolId)
  await join(master, schoolId, 'master')
  await join(teacher, schoolId)
  return { id: schoolId, holder, master, teacher }
}

async function join(person: Person, schoolId: number, role: 'member' | 'master' = 'member') {
  await app.deps.db
    .insertInto('school_account')
    .values({ account_id: person.id, world: 'de', school_id: schoolId, role, is_verified: true })
    .execute()
}

async function buyForSchool({ holder, id }: School, materialId: number, isNamed = true) {
  await buy(app, holder, materialId)
  await app.deps.db
    .updateTable('entitlement')
    .set({ licence: 'school', school_id: isNamed ? id : null })
    .where('account_id', '=', holder.id)
    .where('material_id', '=', materialId)
    .execute()
}

async function refund({ holder }: School, materialId: number) {
  await transaction(app.deps.db, async (tx) => {
    await tx
      .deleteFrom('entitlement')
      .where('account_id', '=', holder.id)
      .where('material_id', '=', materialId)
      .execute()
    await emit(strangerContext(app.deps, 'de'), tx, orderRefunded, {
      ...{ orderId: 1, reference: 'x', world: 'de', buyerId: holder.id, refundId: 1, isOwed: false },
      ...{ kind: 'refund', reason: 'x', currency: 'EUR', amountCents: 250, taxCents: 40 },
      items: [{ materialId, authorId: author.id, amountCents: 250, taxCents: 40, revokes: true }],
    })
  })
}

interface Made {
  school: School
  materialId: number
  /** What is sold, the teacher's copy of it, and a copy of that. */
  unitId: number
  copyId: number
  secondId: number
  pointerId: number
  /** Rooms of what is sold and of the copy, open and not open yet. */
  open: number[]
  drafts: number[]
  ownRoom: number
  courseId: number
  taskKey: string
}

const control = (person: Person, room: number, command: string) =>
  codeOf(person, 'POST', `/v3/rooms/${room}/control`, { command })

async function idOf(person: Person, path: string, body: object): Promise<number> {
  const answer = await person.client.api('POST', path, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json<{ id: number }>().id
}

/** A teacher at work with what the school has bought. */
async function atWork(isNamed = true): Promise<Made> {
  const where = await school()
  const { teacher } = where
  const { unitId, materialId } = await onSale(author)
  await buyForSchool(where, materialId, isNamed)
  const copyId = await idOf(teacher, `/v3/units/${unitId}/copy`, {})
  expect(await codeOf(teacher, 'POST', `/v3/units/${copyId}/publish`)).toBe(200)
  const secondId = await idOf(teacher, `/v3/units/${copyId}/copy`, {})
  // What was bought is never open to the web.
  expect(await codeOf(teacher, 'PUT', `/v3/units/${copyId}/practice`, { isOpen: true })).toBe(
    'resale_blocked',
  )
  const courseId = await idOf(teacher, '/v3/courses', { title: 'Üben' })
  const pointerId = await idOf(teacher, `/v3/units/${unitId}/shadow`, { course_id: courseId })
  await teacher.client.api('PUT', `/v3/courses/${courseId}/share`, { isOpen: true })
  const course = (await teacher.client.api('GET', `/v3/courses/${courseId}`)).json<{
    shareKey: string
    items: { id: string }[]
  }>()
  const pupil = createClient(app.base)
  const pass = await pupil.api('POST', `/v3/courses/learn/${course.shareKey}?world=de`, { name: 'Otter' })
  const ownUnit = await makeUnit(teacher)
  const room = (unit: number) => idOf(teacher, '/v3/rooms', { unitId: unit })
  const [sold, copied, ownRoom] = [await room(unitId), await room(copyId), await room(ownUnit)]
  for (const each of [sold, copied, ownRoom]) expect(await control(teacher, each, 'open')).toBe(200)
  return {
    ...{ school: where, materialId, unitId, copyId, secondId, pointerId, courseId, ownRoom },
    open: [sold, copied],
    drafts: [await room(unitId), await room(copyId)],
    taskKey: `${pass.json<{ key: string }>().key}-${course.items[0]?.id}`,
  }
}

const endOf = async (roomIds: readonly number[]) => {
  const rows = await app.deps.db
    .selectFrom('room')
    .select(['id', sql<number>`round(extract(epoch from ends_at - now()) / 3600)::int`.as('hours')])
    .where('id', 'in', [...roomIds])
    .orderBy('id')
    .execute()
  return rows.map(({ hours }) => hours)
}

const revisionOf = async (person: Person, id: number) => {
  const { revision, content } = (await person.client.api('GET', `/v3/units/${id}`)).json<{
    revision: number
    content: object
  }>()
  return { revision, content }
}

/** What is done with a copy, and what of it is refused where the licence is gone. */
const copyActions: readonly [string, (made: Made) => Promise<number | string>][] = [
  [
    'change',
    async ({ school: { teacher }, copyId }) =>
      codeOf(teacher, 'PUT', `/v3/units/${copyId}`, await revisionOf(teacher, copyId)),
  ],
  [
    'write in the editor',
    async ({ school: { teacher }, copyId }) => {
      const typed = (await teacher.client.api('GET', `/v3/units/${copyId}/typed`)).json<{
        revision: number
      }>()
      return codeOf(teacher, 'POST', `/v3/units/${copyId}/typed`, sentDraft(typed))
    },
  ],
  ['publish', ({ school: { teacher }, copyId }) => codeOf(teacher, 'POST', `/v3/units/${copyId}/publish`)],
  [
    'bring a version back',
    ({ school: { teacher }, copyId }) =>
      codeOf(teacher, 'POST', `/v3/units/${copyId}/restore`, { version: 1 }),
  ],
  [
    'take its cover away',
    ({ school: { teacher }, copyId }) => codeOf(teacher, 'DELETE', `/v3/units/${copyId}/cover`),
  ],
  ['copy', ({ school: { teacher }, copyId }) => codeOf(teacher, 'POST', `/v3/units/${copyId}/copy`, {})],
  [
    'point at it',
    ({ school: { teacher }, copyId }) => codeOf(teacher, 'POST', `/v3/units/${copyId}/shadow`, {}),
  ],
  [
    'open a room',
    ({ school: { teacher }, copyId }) => codeOf(teacher, 'POST', '/v3/rooms', { unitId: copyId }),
  ],
  [
    'put it into a course',
    async ({ school: { teacher }, copyId, courseId }) => {
      const { revision } = (await teacher.client.api('GET', `/v3/courses/${courseId}`)).json<{
        revision: number
      }>()
      const item = { revision, kind: 'unit', ref: String(copyId) }
      return codeOf(teacher, 'POST', `/v3/courses/${courseId}/items`, item)
    },
  ],
  ['export', ({ school: { teacher }, copyId }) => got(teacher, `/api/v3/units/${copyId}/export?format=gift`)],
  ['export as a package', ({ school: { teacher }, copyId }) => got(teacher, `/api/v3/units/${copyId}/qti`)],
  ['print', ({ school: { teacher }, copyId }) => got(teacher, `/api/v3/units/practice/${copyId}/paper`)],
  ['play', ({ school: { teacher }, copyId }) => got(teacher, `/api/v3/units/practice/${copyId}`)],
  [
    'play the pointer',
    ({ school: { teacher }, pointerId }) => got(teacher, `/api/v3/units/practice/s${pointerId}`),
  ],
  [
    'look at the pointer',
    ({ school: { teacher }, pointerId }) => codeOf(teacher, 'GET', `/v3/unit-shadows/${pointerId}`),
  ],
  [
    'copy the pointer',
    ({ school: { teacher }, pointerId }) => codeOf(teacher, 'POST', `/v3/unit-shadows/${pointerId}/copy`),
  ],
  [
    'open a room of the pointer',
    ({ school: { teacher }, pointerId }) => codeOf(teacher, 'POST', '/v3/rooms', { shadowId: pointerId }),
  ],
]

async function got(person: Person, path: string): Promise<number | string> {
  const answer = await person.client.get(`${path}${path.includes('?') ? '&' : '?'}world=de`)
  return answer.status < 300 ? answer.status : answer.json<{ error: { code: string } }>().error.code
}

async function refusals(made: Made): Promise<Record<string, number | string>> {
  const found: Record<string, number | string> = {}
  for (const [name, act] of copyActions) {
    const code = await act(made)
    found[name] = typeof code === 'number' ? 'done' : code
  }
  return found
}

/** As much as shows that there is a licence. */
async function goesOn(made: Made): Promise<(number | string)[]> {
  const some = copyActions.filter(([name]) => ['publish', 'open a room', 'copy the pointer'].includes(name))
  const found = []
  for (const [, act] of some) found.push(await act(made))
  return found.map((code) => (typeof code === 'number' ? 'done' : code))
}

const all = (outcome: string) => Object.fromEntries(copyActions.map(([name]) => [name, outcome]))

const bankOf = async ({ school: { teacher } }: Made) =>
  (await teacher.client.get('/api/v3/unit-elements?query=viel&world=de')).json<{ elements: object[] }>()
    .elements.length

/** Ways to lose what the school has, and whether it comes back by belonging to it again. */
const losses: readonly [string, (made: Made) => Promise<unknown>][] = [
  ['leaves', ({ school: { teacher } }) => codeOf(teacher, 'DELETE', '/v1/school/place')],
  [
    'is taken out',
    ({ school: { master, teacher } }) => codeOf(master, 'DELETE', `/v1/school/members/${teacher.id}`),
  ],
  [
    'is not proven any more',
    ({ school: { master, teacher } }) =>
      codeOf(master, 'PUT', `/v1/school/members/${teacher.id}`, { isVerified: false }),
  ],
  [
    'and the school gets its money back',
    async ({ school: where, materialId }) => {
      await refund(where, materialId)
      return 200
    },
  ],
]

describe.each(losses)('a teacher who %s', (_how, lose) => {
  test('reads their copies and does nothing else with them, until they have a licence again', async () => {
    const made = await atWork()
    const { teacher } = made.school
    expect(await bankOf(made)).toBeGreaterThan(12)
    expect(await lose(made)).toBe(200)

    expect(await refusals(made)).toEqual(all('licence_lost'))
    // Only the teacher's own task sheet is left in the bank.
    expect(await bankOf(made)).toBe(12)
    const view = (await teacher.client.api('GET', `/v3/units/${made.copyId}`)).json<object>()
    expect(view).toMatchObject({ isReadOnly: true, content: { title: 'Doppelt' } })
    expect((await teacher.client.api('GET', `/v3/units/${made.secondId}`)).json()).toMatchObject({
      isReadOnly: true,
    })
    // For pupils at open addresses it is gone.
    const pupil = { client: createClient(app.base) }
    expect(await tasks(pupil, made.taskKey)).toBe('not_found')
    // Running rooms have a day (the hourly sweep is the last hour of it), drafts never open, own work goes on.
    expect(await endOf(made.open)).toEqual([23, 23])
    expect(await endOf([made.ownRoom])).toEqual([null])
    for (const room of made.open) expect(await control(teacher, room, 'start')).toBe(200)
    for (const room of made.drafts) expect(await control(teacher, room, 'open')).toBe('licence_lost')
    // To close what is open, and to delete, needs no licence.
    expect(await codeOf(teacher, 'PUT', `/v3/units/${made.copyId}/practice`, { isOpen: false })).toBe(200)

    await buy(app, teacher, made.materialId)
    expect(await goesOn(made)).toEqual(['done', 'done', 'done'])
    expect((await teacher.client.api('GET', `/v3/units/${made.secondId}`)).json()).toMatchObject({
      isReadOnly: false,
    })
  })

  test('keeps what they bought themselves', async () => {
    const made = await atWork()
    await buy(app, made.school.teacher, made.materialId)
    expect(await lose(made)).toBe(200)
    expect(await goesOn(made)).toEqual(['done', 'done', 'done'])
    expect(await endOf([...made.open, ...made.drafts])).toEqual([null, null, null, null])
  })
})

test('who comes back to the school goes on', async () => {
  const made = await atWork()
  const { teacher, id } = made.school
  expect(await codeOf(teacher, 'DELETE', '/v1/school/place')).toBe(200)
  expect(await codeOf(teacher, 'POST', `/v3/units/${made.copyId}/publish`)).toBe('licence_lost')
  await join(teacher, id)
  expect(await codeOf(teacher, 'POST', `/v3/units/${made.copyId}/publish`)).toBe(200)
})

test('another school is not the one that bought it', async () => {
  const made = await atWork()
  const { teacher } = made.school
  expect(await codeOf(teacher, 'DELETE', '/v1/school/place')).toBe(200)
  await join(teacher, (await school()).id)
  expect(await codeOf(teacher, 'POST', `/v3/units/${made.copyId}/publish`)).toBe('licence_lost')
})

test('with a licence all of that is done', async () => {
  expect(await refusals(await atWork())).toEqual(all('done'))
})

test.each([true, false])(
  'what was bought for the school stays when its buyer leaves (named: %s)',
  async (isNamed) => {
    const made = await atWork(isNamed)
    const { holder, teacher } = made.school
    expect(await codeOf(holder, 'DELETE', '/v1/school/place')).toBe(200)
    expect(await goesOn(made)).toEqual(['done', 'done', 'done'])
    expect(await endOf(made.open)).toEqual([null, null])
    // Who paid for it keeps it, too.
    expect(await codeOf(holder, 'POST', `/v3/units/${made.unitId}/copy`, {})).toBe(201)
    expect(await codeOf(teacher, 'DELETE', '/v1/school/place')).toBe(200)
    expect(await goesOn(made)).toEqual(['licence_lost', 'licence_lost', 'licence_lost'])
  },
)

test('another exercise by another purchase is not touched by a refund', async () => {
  const made = await atWork()
  const other = await onSale(author)
  await buyForSchool(made.school, other.materialId)
  const otherCopy = await idOf(made.school.teacher, `/v3/units/${other.unitId}/copy`, {})
  await refund(made.school, made.materialId)
  expect(await codeOf(made.school.teacher, 'POST', `/v3/units/${otherCopy}/publish`)).toBe(200)
  expect(await codeOf(made.school.teacher, 'POST', `/v3/units/${made.copyId}/publish`)).toBe('licence_lost')
})

test('a lost copy is deleted; somebody else never learns of it', async () => {
  const made = await atWork()
  const { teacher, master } = made.school
  expect(await codeOf(teacher, 'DELETE', '/v1/school/place')).toBe(200)
  for (const method of ['GET', 'DELETE'])
    expect(await codeOf(master, method, `/v3/units/${made.copyId}`)).toBe('not_found')
  expect(await codeOf(teacher, 'DELETE', `/v3/units/${made.copyId}`)).toBe(200)
})

describe('who decides about places in a school', () => {
  test('its masters about its members, everybody about their own, the last master not', async () => {
    const [here, elsewhere] = [await school(), await school()]
    const nobody = await member(app, 'ends-nobody')
    const remove = (who: Person, whom: Person) => codeOf(who, 'DELETE', `/v1/school/members/${whom.id}`)
    const verify = (who: Person, whom: Person) =>
      codeOf(who, 'PUT', `/v1/school/members/${whom.id}`, { isVerified: true })
    const table: [Person, Person, number | string][] = [
      [here.teacher, here.holder, 'forbidden'],
      [nobody, here.holder, 'forbidden'],
      [elsewhere.master, here.holder, 'not_found'],
      [here.master, here.master, 'forbidden'],
      [here.master, here.holder, 200],
    ]
    for (const [who, whom, expected] of table) {
      expect(await verify(who, whom)).toBe(expected)
      expect(await remove(who, whom)).toBe(expected)
    }
    expect(await remove(here.master, here.holder)).toBe('not_found')
    expect(await codeOf(here.master, 'DELETE', '/v1/school/place')).toBe('conflict')
    expect(await codeOf(nobody, 'DELETE', '/v1/school/place')).toBe('forbidden')
    expect(await codeOf(here.teacher, 'DELETE', '/v1/school/place')).toBe(200)
    expect(await codeOf(here.teacher, 'DELETE', '/v1/school/place')).toBe('forbidden')
  })
})
