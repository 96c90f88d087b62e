import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EditorDraft } from '#exercises/editor/state/contract.ts'
import type { DraftElement } from '#exercises/editor/state/draft.ts'
import { sketchFormer } from '#exercises/units/server/origins/task-sketches.ts'
import { ownUnit, tasksOfOthers } from '#exercises/units/server/service.ts'
import { strangerContext } from '#platform/context/context.ts'
import { resolveVisitor } from '#shop/people/identity/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { multipart } from '../support/http-client.ts'
import { runningRoom, seatPupils } from '../support/rooms.ts'
import { sentAnswers } from '../support/sent-answers.ts'
import { sentDraft } from '../support/sent-draft.ts'
import { buy, codeOf, makeUnit, onSale, questions, upload } from '../support/sold-units.ts'

let app: TestApp
let author: Person
let buyer: Person
let bystander: Person
let unitId: number
let materialId: number
let copyId: number

interface Task {
  id: string
  prompt: string
  points: number
}
interface Draft {
  revision: number
  content: { title: string; pages: { id: string; title: string; elements: Task[] }[] }
}

const mine = '::Eigene:: Welche Stadt ist die Hauptstadt von Frankreich? {=Paris ~Rom ~Madrid}'

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'resale-author', { isSeller: true })
  buyer = await member(app, 'resale-buyer', { isSeller: true })
  bystander = await member(app, 'resale-bystander', { isSeller: true })
  ;({ unitId, materialId } = await onSale(author))
  await buy(app, buyer, materialId)
  copyId = (await buyer.client.api('POST', `/v3/units/${unitId}/copy`, {})).json<{ id: number }>().id
})
afterAll(() => app.close())

const draftOf = async (id: number, person = buyer) =>
  (await person.client.api('GET', `/v3/units/${id}`)).json<Draft>()
const typedOf = async (id: number) =>
  (await buyer.client.api('GET', `/v3/units/${id}/typed`)).json<EditorDraft>()
const tasksIn = ({ content }: Draft) => content.pages.flatMap(({ elements }) => elements)

/** A unit of the buyer's own, with one task of theirs. */
const newUnit = () => makeUnit(buyer, false, mine)

/** Saves tasks behind those there are, as a program or an editor would. */
async function add(id: number, tasks: readonly Task[], person = buyer) {
  const { revision, content } = await draftOf(id, person)
  const [page, ...others] = content.pages
  const pages = [{ ...page, elements: [...(page?.elements ?? []), ...tasks] }, ...others]
  expect(await codeOf(person, 'PUT', `/v3/units/${id}`, { revision, content: { ...content, pages } })).toBe(
    200,
  )
}

/** What becomes of the wish to sell a unit. */
async function sale(id: number, person = buyer): Promise<string> {
  expect(await codeOf(person, 'POST', `/v3/units/${id}/publish`)).toBe(200)
  const { status, problems } = await upload(person, { interactiveId: String(id), action: 'publish' })
  return problems.interactiveId ?? status
}

const named = (task: Task | undefined, id: string): Task => {
  if (!task) throw new Error('no task')
  return { ...task, id }
}

test('what one wrote oneself is sold; one bought task keeps it from that, and is named', async () => {
  const own = await newUnit()
  expect(await sale(own)).toBe('published')
  const mixed = await newUnit()
  const [task] = tasksIn(await draftOf(copyId))
  await add(mixed, [named(task, 'neu1')])
  expect(await sale(mixed)).toBe('resale_blocked')
  const visitor = await resolveVisitor(app.deps, { sessionToken: buyer.client.cookies.get('session') })
  const context = { ...strangerContext(app.deps, 'de'), visitor }
  expect(await tasksOfOthers(context, await ownUnit(context, mixed))).toMatchObject([
    {
      elementId: 'neu1',
      name: 'Wie viel ist 0 + 0?',
      material: { id: materialId, title: 'Verdoppeln bis 24' },
    },
  ])
})

/** Ways on which a bought task comes into another exercise; each answers the exercise. */
const ways: readonly [string, () => Promise<number>][] = [
  [
    'out of the bank, by the editor',
    async () => {
      const own = await newUnit()
      const { elements: found } = (
        await buyer.client.get('/api/v3/unit-elements?query=viel%20ist&world=de')
      ).json<{
        elements: { element: DraftElement }[]
      }>()
      const typed = await typedOf(own)
      const [taken] = found
      const [first, ...others] = typed.pages
      if (!taken || !first) throw new Error('nothing in the bank')
      const elements = [...first.elements, { ...taken.element, id: 'bank1' }]
      expect(
        await codeOf(
          buyer,
          'POST',
          `/v3/units/${own}/typed`,
          sentDraft({ ...typed, pages: [{ ...first, elements }, ...others] }),
        ),
      ).toBe(200)
      return own
    },
  ],
  [
    'with other points, capitals and signs',
    async () => {
      const own = await newUnit()
      const [task] = tasksIn(await draftOf(copyId))
      await add(own, [
        { ...named(task, 'neu1'), points: 7, prompt: '<p><strong>wie VIEL</strong> – ist 0+0</p>' },
      ])
      return own
    },
  ],
  [
    'changed in the copy first',
    async () => {
      const second = (await buyer.client.api('POST', `/v3/units/${copyId}/copy`, {})).json<{ id: number }>()
        .id
      const { revision, content } = await draftOf(second)
      const [page] = content.pages
      const [first, ...rest] = page?.elements ?? []
      const changed = {
        ...named(first, first?.id ?? ''),
        prompt: '<p>Rechne schnell: Was ergibt null plus null?</p>',
      }
      const pages = [{ ...page, elements: [changed, ...rest] }]
      expect(
        await codeOf(buyer, 'PUT', `/v3/units/${second}`, { revision, content: { ...content, pages } }),
      ).toBe(200)
      const own = await newUnit()
      await add(own, [{ ...changed, id: 'neu1' }])
      return own
    },
  ],
  [
    'changed after it came',
    async () => {
      const own = await newUnit()
      const [task] = tasksIn(await draftOf(copyId))
      await add(own, [named(task, 'neu1')])
      const { revision, content } = await draftOf(own)
      const pages = content.pages.map((page) => ({
        ...page,
        elements: page.elements.map((each) =>
          each.id === 'neu1' ? { ...each, prompt: '<p>Etwas ganz anderes als vorher?</p>' } : each,
        ),
      }))
      expect(
        await codeOf(buyer, 'PUT', `/v3/units/${own}`, { revision, content: { ...content, pages } }),
      ).toBe(200)
      return own
    },
  ],
  [
    'as a copy of the exercise it is in',
    async () => {
      const own = await newUnit()
      const [task] = tasksIn(await draftOf(copyId))
      await add(own, [named(task, 'neu1')])
      return (await buyer.client.api('POST', `/v3/units/${own}/copy`, {})).json<{ id: number }>().id
    },
  ],
  [
    'back from a version before',
    async () => {
      const own = await newUnit()
      const before = await draftOf(own)
      const [task] = tasksIn(await draftOf(copyId))
      await add(own, [named(task, 'neu1')])
      expect(await codeOf(buyer, 'POST', `/v3/units/${own}/publish`)).toBe(200)
      const { revision } = await draftOf(own)
      expect(await codeOf(buyer, 'PUT', `/v3/units/${own}`, { content: before.content, revision })).toBe(200)
      expect(await sale(own)).toBe('published')
      await sql`update material set status = 'draft' where interactive_id = ${own}`.execute(app.deps.db)
      expect(await codeOf(buyer, 'POST', `/v3/units/${own}/restore`, { version: 1 })).toBe(200)
      return own
    },
  ],
  ...(['gift', 'moodle', 'csv'] as const).map((format): [string, () => Promise<number>] => [
    `exported as ${format} and imported again`,
    async () => {
      const file = await buyer.client.get(`/api/v3/units/${copyId}/export?format=${format}&world=de`)
      expect(file.status).toBe(200)
      const ending = format === 'moodle' ? 'xml' : format
      const value = { fileName: `x.${ending}`, mediaType: 'text/plain', body: Buffer.from(file.text) }
      const { body, contentType } = multipart([{ name: 'file', value }])
      const made = await buyer.client.api('POST', '/v3/units/import?world=de', body, {
        'Content-Type': contentType,
      })
      return made.json<{ id: number }>().id
    },
  ]),
  [
    'after the copy is deleted',
    async () => {
      const gone = (await buyer.client.api('POST', `/v3/units/${unitId}/copy`, {})).json<{ id: number }>().id
      const [, , task] = tasksIn(await draftOf(gone))
      expect(await codeOf(buyer, 'DELETE', `/v3/units/${gone}`)).toBe(200)
      const own = await newUnit()
      await add(own, [named(task, 'neu1')])
      return own
    },
  ],
]

test.each(ways)('a bought task is not sold on: %s', async (_way, take) => {
  expect(await sale(await take())).toBe('resale_blocked')
})

test('taken out and published again, the rest may be sold', async () => {
  const own = await newUnit()
  const before = await draftOf(own)
  const [task] = tasksIn(await draftOf(copyId))
  await add(own, [named(task, 'neu1')])
  expect(await sale(own)).toBe('resale_blocked')
  const { revision } = await draftOf(own)
  expect(await codeOf(buyer, 'PUT', `/v3/units/${own}`, { content: before.content, revision })).toBe(200)
  expect(await sale(own)).toBe('published')
})

test('what is on sale gets no version with bought tasks', async () => {
  const own = await newUnit()
  expect(await sale(own)).toBe('published')
  const [task] = tasksIn(await draftOf(copyId))
  await add(own, [named(task, 'neu1')])
  expect(await codeOf(buyer, 'POST', `/v3/units/${own}/publish`)).toBe('resale_blocked')
})

test('no course with such an exercise is sold', async () => {
  const own = await newUnit()
  const [task] = tasksIn(await draftOf(copyId))
  await add(own, [named(task, 'neu1')])
  expect(await codeOf(buyer, 'POST', `/v3/units/${own}/publish`)).toBe(200)
  const course = (await buyer.client.api('POST', '/v3/courses', { title: 'Alles' })).json<{ id: number }>().id
  expect(
    await codeOf(buyer, 'POST', `/v3/courses/${course}/items`, {
      revision: 1,
      kind: 'unit',
      ref: String(own),
    }),
  ).toBe(201)
  const made = await upload(buyer, {
    interactiveId: `course-${course}`,
    courseId: String(course),
    action: 'publish',
  })
  expect(made.status).toBe('draft')
})

test('a copy from before this was written down is known by what it was copied from', async () => {
  const person = await member(app, 'resale-former', { isSeller: true })
  await buy(app, person, materialId)
  const former = (await person.client.api('POST', `/v3/units/${unitId}/copy`, {})).json<{ id: number }>().id
  await sql`delete from unit_task_origin where account_id = ${person.id}`.execute(app.deps.db)
  const own = await makeUnit(person, false, mine)
  const [task] = tasksIn(await draftOf(former, person))
  await add(own, [named(task, 'neu1')], person)
  expect(await sale(own, person)).toBe('resale_blocked')
})

test('what a class did not know, taken along out of a room without any copy, is known when it comes back', async () => {
  const person = await member(app, 'resale-class', { isSeller: true })
  await buy(app, person, materialId)
  const room = await runningRoom(app, person, { unitId, mode: 'self' })
  const [pupil] = await seatPupils(app, room, 1)
  const draft = await draftOf(unitId, author)
  const sent = sentAnswers(draft.content)
  const [task] = tasksIn(draft)
  const answer = {
    id: 'x',
    element_id: task?.id,
    response: sent(task?.id ?? '', { pick: ['b'] }),
    seq_local: 1,
  }
  const given = await pupil?.client.api('POST', `/v3/room-codes/${room.code}/answers`, { answers: [answer] })
  expect(given?.status, given?.text).toBe(200)
  const path = `/api/v3/rooms/${room.id}/export?format=gift&world=de`
  const file = await person.client.get(path)
  expect(file.text).toContain('Wie viel ist 0 + 0?')
  const back = await makeUnit(person, false, file.text)
  expect(await sale(back, person)).toBe('resale_blocked')
  await sql`delete from entitlement where account_id = ${person.id}`.execute(app.deps.db)
  expect((await person.client.get(path)).json()).toMatchObject({ error: { code: 'licence_lost' } })
})

test('the same words written by somebody who bought nothing are theirs, and so are the author’s own', async () => {
  expect(await sale(await makeUnit(bystander, false), bystander)).toBe('published')
  const own = (await author.client.api('POST', `/v3/units/${unitId}/copy`, {})).json<{ id: number }>().id
  expect(await sale(own, author)).toBe('published')
})

const wordMore = (gift: string) => gift.replace(/^Wie viel ist/gm, 'Wie viel ist genau')

test('a word more in each question makes nothing of one’s own of it: copied, imported, with new numbers', async () => {
  const { content } = await draftOf(copyId)
  const changed = tasksIn({ revision: 0, content }).map((task, at) => ({
    ...{ ...task, id: `neu${at}` },
    prompt: task.prompt.replace('viel ist', 'viel ist wohl'),
  }))
  expect(changed[0]?.prompt).toContain('wohl')
  const made = await buyer.client.api('POST', '/v3/units', { title: 'Alles neu' })
  const { id } = made.json<{ id: number }>()
  await add(id, changed)
  expect(await sale(id)).toBe('resale_blocked')
  const imported = await makeUnit(buyer, false, wordMore(questions))
  expect(await sale(imported)).toBe('resale_blocked')
  const visitor = await resolveVisitor(app.deps, { sessionToken: buyer.client.cookies.get('session') })
  const context = { ...strangerContext(app.deps, 'de'), visitor }
  const named = await tasksOfOthers(context, await ownUnit(context, imported))
  expect(named).toHaveLength(12)
  expect(named[3]).toMatchObject({ name: 'Wie viel ist genau 3 + 3?', material: { id: materialId } })
})

test('without having bought it, that is a matter for the desk and no refusal', async () => {
  const person = await member(app, 'resale-stranger', { isSeller: true })
  expect(await sale(await makeUnit(person, false, wordMore(questions)), person)).toBe('published')
  const { rows } = await sql<{ reasons: { kind: string; percent: number; materialId: number }[] }>`
    select reasons from listing_review r join material m on m.world = r.world and m.id = r.material_id
    where m.author_id = ${person.id}`.execute(app.deps.db)
  expect(rows[0]?.reasons).toContainEqual(
    expect.objectContaining({ kind: 'same_tasks', fileName: 'Doppelt', percent: 100, materialId }),
  )
})

test('sums and vocabulary everybody asks for are nobody’s, whoever bought them', async () => {
  const list =
    'Hund dog,Katze cat,Maus mouse,Pferd horse,Kuh cow,Schwein pig,Schaf sheep,Ziege goat,Ente duck,Fuchs fox'
  const cards = list.split(',').map((pair) => {
    const [word, answer] = pair.split(' ')
    return `Wie heißt „${word}“ auf Englisch? {=${answer}}`
  })
  const sums = [2, 3, 4, 5, 6].map((n) => `Wie viel ist ${n} + ${n + 1}? {=${2 * n + 1}}`)
  const gift = [...cards, ...sums].join('\n\n')
  const theirs = await makeUnit(author, true, gift)
  const sold = await upload(author, { interactiveId: String(theirs), action: 'publish' })
  const person = await member(app, 'resale-words', { isSeller: true })
  await buy(app, person, sold.materialId)
  expect(await sale(await makeUnit(person, false, gift), person)).toBe('published')
})

test('by a school’s licence and in a version from before it is known as well; what went back unused is not, nor is one’s own', async () => {
  const person = await member(app, 'resale-school', { isSeller: true })
  const gift = wordMore(questions)
  await buy(app, person, materialId)
  await sql`update task_sketch set version = 0 where unit_id = ${unitId}`.execute(app.deps.db)
  expect(await sale(await makeUnit(person, false, gift), person)).toBe('resale_blocked')
  await sql`update task_sketch set version = 1 where unit_id = ${unitId}`.execute(app.deps.db)
  await sql`delete from entitlement where account_id = ${person.id}`.execute(app.deps.db)
  expect(await sale(await makeUnit(person, false, gift), person)).toBe('published')
  await sql`insert into school (world, id, name) overriding system value values ('de', 77, 'Astrid-Lindgren-Schule')`.execute(
    app.deps.db,
  )
  await sql`insert into school_account (world, account_id, school_id, is_verified)
    select 'de', id, 77, true from unnest(array[${person.id}, ${buyer.id}]::bigint[]) id`.execute(app.deps.db)
  await sql`update entitlement set licence = 'school', school_id = 77 where account_id = ${buyer.id}`.execute(
    app.deps.db,
  )
  expect(await sale(await makeUnit(person, false, gift), person)).toBe('resale_blocked')
  expect(await sale(await makeUnit(author, false, gift), author)).toBe('published')
})

test('what was published before tasks were written down is written down by a job, once', async () => {
  await sql`delete from task_sketch where unit_id = ${unitId}`.execute(app.deps.db)
  await sql`update unit set sketched_version = 0 where id = ${unitId}`.execute(app.deps.db)
  await sketchFormer(app.deps)
  await sketchFormer(app.deps)
  const { rows } = await sql<{ element_id: string }>`
    select element_id from task_sketch where unit_id = ${unitId}`.execute(app.deps.db)
  expect(rows.length).toBeGreaterThan(0)
  expect(await sale(await makeUnit(buyer, false, wordMore(questions)))).toBe('resale_blocked')
})
