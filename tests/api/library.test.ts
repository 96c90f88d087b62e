import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderDepth, maxFolders } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import type { Folder } from '#shop/buying/folders/rules/contract.ts'
import type { Library } from '#shop/buying/folders/rules/library-contract.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

const address = url('bought-materials', { world: 'de' })

let app: TestApp
let author: Person
/** Free, by title. */
const ids = { ampel: 0, brueche: 0, zeiten: 0 }

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'library-author', { isSeller: true })
  for (const [name, title] of [
    ['zeiten', 'Zeitformen'],
    ['ampel', 'Ampel'],
    ['brueche', 'Brüche'],
  ] as const)
    ids[name] = await materialRow(app, { authorId: author.id, title, price: 0 })
})
afterAll(() => app.close())

/** Somebody who owns all three; the last one is the newest. */
async function owner(name: string): Promise<Person> {
  const person = await member(app, name)
  for (const id of [ids.zeiten, ids.ampel, ids.brueche])
    expect((await person.client.api('POST', `/v1/materials/${id}/claim`, {})).status).toBeLessThan(300)
  return person
}

async function library(person: Person, query = ''): Promise<Library> {
  const answer = await person.client.get(`/api/v1/library?world=de${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<Library>()
}

async function make(person: Person, title: string, more: object = {}): Promise<number> {
  const body = { title, type: 'purchased', ...more }
  return (await person.client.api('POST', '/v3/folders/create', body)).json<Folder>().id
}

const titlesOf = ({ items }: Library) => items.map(({ material }) => material.title)
const place = (person: Person, body: object) =>
  person.client.api('POST', '/v1/folders/placements', { type: 'purchased', ...body })
const bringBack = (person: Person, folders: readonly object[]) =>
  person.client.api('POST', '/v1/folders/bring-back', { type: 'purchased', folders })
const inFolder = async (person: Person, id: number) =>
  (await library(person)).folders.find((folder) => folder.id === id)?.material_ids

describe('the library', () => {
  test('comes in three orders, by words, and with what is known of each material', async () => {
    const person = await owner('orders')
    const all = await library(person)
    expect(titlesOf(all)).toEqual(['Brüche', 'Ampel', 'Zeitformen'])
    expect(all).toMatchObject({ total: 3, page: 1, pageCount: 1, sort: 'newest', query: '', open: null })
    expect(all.items[0]).toMatchObject({ isPlayable: false, isReviewed: false, openQuestions: 0 })
    expect(titlesOf(await library(person, '&sort=oldest'))).toEqual(['Zeitformen', 'Ampel', 'Brüche'])
    expect(titlesOf(await library(person, '&sort=title'))).toEqual(['Ampel', 'Brüche', 'Zeitformen'])
    expect(await library(person, '&query=%20BRUECHE%20')).toMatchObject({ total: 0, items: [] })
    expect(titlesOf(await library(person, '&query=br%C3%BCch'))).toEqual(['Brüche'])
    // Behind the last page there is the last page.
    expect(await library(person, '&page=7')).toMatchObject({ page: 1, total: 3 })

    await person.client.submit(address, {
      ...{ intent: 'write-review', materialId: String(ids.ampel), rating: '5', text: 'Gut.', language: 'de' },
    })
    const reviewed = (await library(person)).items.filter(({ isReviewed }) => isReviewed)
    expect(reviewed.map(({ material }) => material.id)).toEqual([ids.ampel])
  })

  test('of a folder, of the archive, and of all but the archive', async () => {
    const person = await owner('places')
    const folder = await make(person, 'Klasse 6')
    await place(person, { put: [{ folder_id: folder, material_ids: [ids.ampel, ids.brueche] }] })
    const archived = { type: 'purchased', queryFilter: { ids: [ids.brueche] } }
    await person.client.api('POST', '/v3/folders/archive/add-by-query', archived)
    expect(titlesOf(await library(person))).toEqual(['Ampel', 'Zeitformen'])
    const open = await library(person, `&folder=${folder}`)
    expect([titlesOf(open), open.open, open.archivedIds]).toEqual([['Ampel'], folder, [ids.brueche]])
    expect(open.folders).toEqual([
      { id: folder, title: 'Klasse 6', parent_id: null, material_ids: [ids.ampel, ids.brueche] },
    ])
    expect(titlesOf(await library(person, '&folder=archive'))).toEqual(['Brüche'])
    // What names no folder of theirs is the whole list.
    expect(await library(person, '&folder=99999999')).toMatchObject({ open: null, total: 2 })
  })

  test('is for members, takes nothing that is none of it, and shows no library of others', async () => {
    const person = await owner('strict')
    expect((await createClient(app.base).get('/api/v1/library?world=de')).status).toBe(401)
    for (const query of [
      'sort=price',
      'page=0',
      'page=x',
      `query=${'x'.repeat(600)}`,
      `folder=${'1'.repeat(40)}`,
      'query=%00',
    ])
      expect((await person.client.get(`/api/v1/library?world=de&${query}`)).status, query).toBe(422)
    expect(await library(await member(app, 'empty'))).toMatchObject({ items: [], total: 0, pageCount: 1 })
  })
})

describe('moving', () => {
  test('takes out and puts in by one step, again without harm, and back', async () => {
    const person = await owner('mover')
    const [from, to] = [await make(person, 'Von'), await make(person, 'Nach')]
    const material_ids = [ids.ampel, ids.brueche]
    const lies = async () => [await inFolder(person, from), await inFolder(person, to)]
    expect((await place(person, { put: [{ folder_id: from, material_ids }] })).json()).toEqual({ count: 2 })
    const move = { put: [{ folder_id: to, material_ids }], take: [{ folder_id: from, material_ids }] }
    for (const _ of [1, 2]) expect((await place(person, move)).json()).toEqual({ count: 2 })
    expect(await lies()).toEqual([[], material_ids])
    expect((await place(person, { put: move.take, take: move.put })).status).toBe(200)
    expect(await lies()).toEqual([material_ids, []])
    expect((await place(person, { take: [{ folder_id: from, material_ids }] })).json()).toEqual({ count: 0 })
    expect(await lies()).toEqual([[], []])
  })

  test('nothing of others, nothing half', async () => {
    const [person, thief] = [await owner('keeper'), await member(app, 'taker')]
    const [mine, theirs] = [await make(person, 'Meins'), await make(thief, 'Beute')]
    const material_ids = [ids.ampel]
    await place(person, { put: [{ folder_id: mine, material_ids }] })
    expect((await place(thief, { put: [{ folder_id: mine, material_ids }] })).status).toBe(404)
    expect((await place(thief, { put: [{ folder_id: theirs, material_ids }] })).status).toBe(404)
    expect((await place(thief, { take: [{ folder_id: mine, material_ids }] })).json()).toEqual({ count: 0 })
    // One folder that is not theirs: what was to be taken out stays.
    const half = { put: [{ folder_id: theirs, material_ids }], take: [{ folder_id: mine, material_ids }] }
    expect((await place(person, half)).status).toBe(404)
    expect(await inFolder(person, mine)).toEqual(material_ids)
    const other = await make(person, 'Gemerkt', { type: 'favorite' })
    expect((await place(person, { put: [{ folder_id: other, material_ids }] })).status).toBe(404)
    for (const wrong of [{ put: 'x' }, { put: [{ folder_id: mine, material_ids: [] }] }, { type: 'all' }])
      expect((await place(person, wrong)).status).toBe(422)
    expect((await createClient(app.base).api('POST', '/v1/folders/placements', half)).status).toBe(401)
  })

  test('without JavaScript: chosen ones go into a folder, out of the one that is open', async () => {
    const person = await owner('plain')
    const [from, to] = [await make(person, 'Von'), await make(person, 'Nach')]
    const chosen = [ids.ampel, ids.brueche]
    await place(person, { put: [{ folder_id: from, material_ids: chosen }] })
    const form = (into: string, ids: readonly number[]): [string, string][] => [
      ['intent', 'move-materials'],
      ['type', 'purchased'],
      ['folder', String(from)],
      ['to', into],
      ...ids.map((id): [string, string] => ['queryFilter.ids', String(id)]),
    ]
    const moved = await person.client.submit(address, form(String(to), chosen))
    expect([moved.status, moved.headers.location]).toEqual([303, `${address}?folder=${to}#folder-saved`])
    expect([await inFolder(person, from), await inFolder(person, to)]).toEqual([[], chosen])
    // Nothing is chosen, no folder is chosen: the page says so.
    expect((await person.client.submit(address, form(String(to), []))).status).toBe(422)
    expect((await person.client.submit(address, form('', chosen))).status).toBe(422)
    expect(await inFolder(person, to)).toEqual(chosen)
  })
})

describe('a deleted folder', () => {
  test('comes back with those in it and what lay there', async () => {
    const person = await owner('undo')
    const outer = await make(person, 'Mathe')
    const inner = await make(person, 'Brüche', { parent_id: outer })
    await place(person, { put: [{ folder_id: inner, material_ids: [ids.brueche] }] })
    const { folders } = await library(person)
    const gone = { queryFilter: { ids: [outer] } }
    expect((await person.client.api('POST', '/v3/folders/delete-by-query', gone)).json()).toEqual({
      count: 1,
    })
    expect((await library(person)).folders).toEqual([])
    // Children first: the order of the list is by name.
    const answer = await bringBack(person, folders)
    expect(answer.status, answer.text).toBe(200)
    const back = (await library(person)).folders
    const newOuter = back.find(({ title }) => title === 'Mathe')?.id
    expect(back.map(({ id: _, ...rest }) => rest)).toEqual([
      { title: 'Brüche', parent_id: newOuter, material_ids: [ids.brueche] },
      { title: 'Mathe', parent_id: null, material_ids: [] },
    ])
    const { folders: made } = answer.json<{ folders: { was: number; id: number }[] }>()
    expect(made.find(({ was }) => was === outer)?.id).toBe(newOuter)
    // Its parent is not there any more: it stands at the top.
    await bringBack(person, [{ id: inner, title: 'Waise', parent_id: outer, material_ids: [] }])
    const orphan = (await library(person)).folders.find(({ title }) => title === 'Waise')
    expect(orphan?.parent_id).toBeNull()
  })

  test('nothing that could not have been there', async () => {
    const [person, other] = [await owner('forger'), await member(app, 'untouched')]
    const foreign = await make(other, 'Fremd')
    const one = (more: object) => ({ id: 1, title: 'x', parent_id: null, material_ids: [], ...more })
    expect((await bringBack(person, [one({ parent_id: foreign, material_ids: [999_999] })])).status).toBe(200)
    expect((await library(person)).folders).toMatchObject([{ parent_id: null, material_ids: [] }])
    expect((await library(other)).folders).toHaveLength(1)
    const deep = Array.from({ length: folderDepth + 1 }, (_, at) =>
      one({ id: at + 1, parent_id: at || null }),
    )
    const many = Array.from({ length: maxFolders }, (_, at) => one({ id: at + 1 }))
    for (const folders of [
      [],
      deep,
      many,
      [one({ title: ' \u200b ' })],
      [one({ title: 'x'.repeat(61) })],
      ['x'],
    ])
      expect((await bringBack(person, folders as object[])).status).toBe(422)
    // Two that lie in each other are nowhere.
    const circle = [one({ id: 1, parent_id: 2 }), one({ id: 2, parent_id: 1 })]
    expect((await bringBack(person, circle)).json()).toEqual({ folders: [] })
    expect((await library(person)).folders).toHaveLength(1)
  })
})
