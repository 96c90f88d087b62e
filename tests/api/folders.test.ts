import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderDepth, maxFolders } from '#platform/limits.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

interface Folder {
  id: number
  title: string
  parent_id: number | null
  is_archive: boolean
  type: string
  folders_materials: { material_id: number }[]
}
interface List<T> {
  items: T[]
  _total: number
}

let app: TestApp
let author: Person
let ours: number[]

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'folders-author', { isSeller: true })
  ours = []
  for (const title of ['Brüche', 'Winkel', 'Maße'])
    ours.push(await materialRow(app, { authorId: author.id, title }))
})
afterAll(() => app.close())

const call = (person: Person, path: string, body: object) =>
  person.client.api('POST', `/v3/folders/${path}`, body)

async function make(person: Person, title: string, more: object = {}): Promise<Folder> {
  const answer = await call(person, 'create', { title, type: 'own', ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.json<Folder>()
}

async function list(person: Person, body: object = {}): Promise<List<Folder>> {
  const answer = await call(person, 'public/query', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<List<Folder>>()
}

const idsIn = ({ folders_materials }: Folder) => folders_materials.map(({ material_id }) => material_id)

async function remember(person: Person, ids: readonly number[]): Promise<void> {
  for (const subjectId of ids) {
    await person.client.api('POST', '/v3/subscriptions/subscribe', {
      subjectId,
      subjectType: 'material',
      world: 'de',
    })
  }
}

describe('the ten calls', () => {
  test('folders are made, renamed, moved, listed by name, and deleted with what lies in them', async () => {
    const person = await member(app, 'tree')
    const maths = await make(person, '  Mathe \n 5 ')
    expect(maths).toMatchObject({ title: 'Mathe 5', parent_id: null, is_archive: false, type: 'own' })
    const inner = await make(person, 'Brüche', { parent_id: maths.id })
    const art = await make(person, 'Kunst', { type: 'favorite' })
    expect((await list(person)).items.map(({ title }) => title)).toEqual(['Brüche', 'Kunst', 'Mathe 5'])
    expect((await list(person, { queryFilter: { type: 'favorite' } })).items.map(({ id }) => id)).toEqual([
      art.id,
    ])
    expect((await list(person, { queryFilter: { parent_id: null }, limit: 1, page: 2 }))._total).toBe(2)

    const renamed = { fields: { title: 'Bruchrechnung', parent_id: null }, queryFilter: { ids: [inner.id] } }
    expect((await call(person, 'update-by-query', renamed)).json()).toEqual({ count: 1 })
    expect((await list(person, { queryFilter: { ids: [inner.id] } })).items[0]).toMatchObject({
      title: 'Bruchrechnung',
      parent_id: null,
    })
    const back = { fields: { parent_id: maths.id }, queryFilter: { ids: [inner.id] } }
    expect((await call(person, 'update-by-query', back)).status).toBe(200)
    const gone = { queryFilter: { ids: [maths.id] } }
    expect((await call(person, 'delete-by-query', gone)).json()).toEqual({ count: 1 })
    expect((await call(person, 'delete-by-query', gone)).json()).toEqual({ count: 0 })
    expect((await list(person)).items.map(({ id }) => id)).toEqual([art.id])
  })

  test('materials are put into folders, synchronized over them, archived and brought back', async () => {
    const [one, two] = [await make(author, 'Eins'), await make(author, 'Zwei')]
    const added = { folder_ids: [one.id], queryFilter: { ids: ours.slice(0, 2) } }
    expect((await call(author, 'materials/add-by-query', added)).json()).toEqual({ count: 2 })
    const whole = { folder_ids: [two.id], queryFilter: { folder_ids: [one.id] } }
    expect((await call(author, 'materials/add-by-query', whole)).json()).toEqual({ count: 2 })
    const [first, second, third] = ours
    const sync = (id: number | undefined, folder_ids: number[]) =>
      call(author, `materials/${id}/sync`, { folder_ids, folder_type: 'own' })
    expect((await sync(first, [two.id])).status).toBe(200)
    expect((await sync(third, [one.id, two.id])).status).toBe(200)
    const contents = (await call(author, 'materials/query', { queryFilter: { type: 'own' } })).json()
    expect(contents).toEqual({
      items: [
        { folder_id: one.id, material_id: second },
        { folder_id: one.id, material_id: third },
        { folder_id: two.id, material_id: first },
        { folder_id: two.id, material_id: second },
        { folder_id: two.id, material_id: third },
      ],
      _total: 5,
    })

    const archive = { queryFilter: { ids: [second] }, type: 'own' }
    expect((await call(author, 'archive/add-by-query', archive)).json()).toEqual({ count: 1 })
    expect((await call(author, 'archive/add-by-query', archive)).json()).toEqual({ count: 1 })
    const archives = (await list(author, { queryFilter: { is_archive: true } })).items
    expect(archives).toHaveLength(1)
    expect(archives.map(idsIn)).toEqual([[second]])
    expect((await call(author, 'archive/delete-by-query', archive)).json()).toEqual({ count: 1 })
    expect((await list(author, { queryFilter: { is_archive: true } })).items.map(idsIn)).toEqual([[]])
  })

  test('a query may ask as GraphQL does, for no more than there is', async () => {
    const person = await member(app, 'grapher')
    const folder = await make(person, 'Graph')
    const query = '{ folders(filter: { type: "own" }, limit: 5) { _total items { title } } }'
    expect((await call(person, 'public/query', { query })).json()).toEqual({
      items: [{ title: 'Graph' }],
      _total: 1,
    })
    const inside = `{ folders_materials(filter: { folder_ids: [${folder.id}] }) { _total } }`
    expect((await call(person, 'materials/query', { query: inside })).json()).toEqual({ _total: 0 })
    for (const bad of [
      '{ folders { account { email } } }',
      '{ a: folders { _total } }',
      '{ folders(limit: 201) { _total } }',
    ]) {
      expect((await call(person, 'public/query', { query: bad })).status, bad).toBe(422)
    }
  })
})

describe('what may lie where', () => {
  test('a heart that is taken off leaves its folders, and is in them again when it comes back', async () => {
    const person = await member(app, 'hearts')
    const folder = await make(person, 'Merken', { type: 'favorite' })
    const put = { folder_ids: [folder.id], queryFilter: { ids: ours } }
    expect((await call(person, 'materials/add-by-query', put)).json()).toEqual({ count: 0 })
    await remember(person, ours)
    expect((await call(person, 'materials/add-by-query', put)).json()).toEqual({ count: 3 })
    const subject = { subjectId: ours[0], subjectType: 'material', world: 'de' }
    await person.client.api('POST', '/v3/subscriptions/unsubscribe', subject)
    expect((await list(person)).items.map(idsIn)).toEqual([ours.slice(1)])
    await remember(person, ours.slice(0, 1))
    expect((await list(person)).items.map(idsIn)).toEqual([ours])
  })

  test('not too deep, not into itself, not into another type, not without a name', async () => {
    const person = await member(app, 'deep')
    const levels = [await make(person, 'Ebene 1')]
    while (levels.length < folderDepth)
      levels.push(await make(person, `Ebene ${levels.length + 1}`, { parent_id: levels.at(-1)?.id }))
    const [top, middle, low] = levels.map(({ id }) => id)
    const refused = async (path: string, body: object, fields: object) => {
      const answer = await call(person, path, body)
      expect(answer.status, answer.text).toBe(422)
      expect(answer.json<{ error: { fields: object } }>().error.fields).toEqual(fields)
    }
    const create = (more: object) => ({ title: 'x', type: 'own', ...more })
    await refused('create', create({ parent_id: low }), { parent_id: 'too_long' })
    await refused('create', create({ title: ' \u200b ' }), { title: 'required' })
    await refused('create', create({ title: 'x'.repeat(61) }), { title: 'too_long' })
    const move = (id: number | undefined, parent_id: number | undefined) => ({
      fields: { parent_id },
      queryFilter: { ids: [id] },
    })
    await refused('update-by-query', move(top, low), { parent_id: 'invalid' })
    await refused('update-by-query', move(top, top), { parent_id: 'invalid' })
    const other = await make(person, 'Daneben')
    await refused(
      'update-by-query',
      move(middle, (await make(person, 'Unten', { parent_id: other.id })).id),
      { parent_id: 'too_long' },
    )
    const bought = await make(person, 'Gekauft', { type: 'purchased' })
    expect((await call(person, 'create', create({ parent_id: bought.id }))).status).toBe(404)
    for (const path of ['update-by-query', 'delete-by-query']) {
      expect((await call(person, path, { fields: { title: 'alle' }, queryFilter: {} })).status, path).toBe(
        422,
      )
    }
  })

  test('no more than so many, however many ask at once', async () => {
    const person = await member(app, 'many')
    const rows = Array.from({ length: maxFolders - 2 }, (_, at) => ({
      world: 'de',
      account_id: person.id,
      type: 'own' as const,
      title: `Ordner ${at}`,
    }))
    await app.deps.db.insertInto('folder').values(rows).execute()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => call(person, 'create', { title: `Noch ${at}`, type: 'own' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422, 422])
  })
})

describe('of somebody else', () => {
  test('D2 46: nothing is seen, filled, changed or deleted, and strangers have none', async () => {
    const [owner, thief] = [await member(app, 'owner', { isSeller: true }), await member(app, 'thief')]
    const folder = await make(owner, 'Meins')
    const own = await materialRow(app, { authorId: owner.id })
    await call(owner, 'materials/add-by-query', { folder_ids: [folder.id], queryFilter: { ids: [own] } })
    const mine = await make(thief, 'Beute')
    const foreign: [string, object, number][] = [
      ['materials/query', { queryFilter: { folder_ids: [folder.id] } }, 404],
      ['materials/add-by-query', { folder_ids: [folder.id], queryFilter: { ids: [own] } }, 404],
      ['materials/add-by-query', { folder_ids: [mine.id], queryFilter: { folder_ids: [folder.id] } }, 404],
      [`materials/${own}/sync`, { folder_ids: [folder.id], folder_type: 'own' }, 404],
      [`materials/${own}/sync`, { folder_ids: [mine.id], folder_type: 'own' }, 404],
      ['create', { title: 'x', type: 'own', parent_id: folder.id }, 404],
      ['update-by-query', { fields: { title: 'Deins' }, queryFilter: { ids: [folder.id] } }, 404],
    ]
    for (const [path, body, status] of foreign)
      expect((await call(thief, path, body)).status, path).toBe(status)
    expect((await call(thief, 'delete-by-query', { queryFilter: { ids: [folder.id] } })).json()).toEqual({
      count: 0,
    })
    expect((await list(thief, { queryFilter: { ids: [folder.id] } }))._total).toBe(0)
    expect((await list(owner)).items.map(idsIn)).toEqual([[own]])
    expect((await createClient(app.base).api('POST', '/v3/folders/public/query', {})).status).toBe(401)
  })
})
