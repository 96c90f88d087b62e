import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakePage, fakePage, later } from '#platform/browser/fake-page.ts'
import type { Library, LibraryFolder, Placement } from '#shop/buying/folders/rules/library-contract.ts'

const view = 'GET /v1/library'
const placing = 'POST /v1/folders/placements'
const creating = 'POST /v3/folders/create'
const deleting = 'POST /v3/folders/delete-by-query'
const bringing = 'POST /v1/folders/bring-back'

let page: FakePage
/** As the server knows them. */
let folders: LibraryFolder[]
let lastId: number

beforeEach(() => {
  page = fakePage('/de/konto/gekaufte-materialien')
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
  vi.resetModules()
  page.cookies.set('logged_in', '1')
  folders = [
    { id: 1, title: 'Eins', parent_id: null, material_ids: [10] },
    { id: 2, title: 'Zwei', parent_id: null, material_ids: [] },
  ]
  lastId = 2
  page.routes[view] = ({ query }) => ({ data: libraryOf(query.get('folder')) })
  page.routes[placing] = ({ body }) => {
    const { put, take } = body as { put: Placement[]; take: Placement[] }
    if (put.some(({ folder_id }) => !folders.some(({ id }) => id === folder_id)))
      return refused('not_found', 404)
    for (const { folder_id, material_ids } of take)
      edit(folder_id, (ids) => ids.filter((id) => !material_ids.includes(id)))
    for (const { folder_id, material_ids } of put) edit(folder_id, (ids) => [...ids, ...material_ids])
    return { data: { count: 1 } }
  }
  page.routes[creating] = ({ body }) => {
    const { title } = body as { title: string }
    if (title === 'zu viel') return refused('invalid_input', 422, { type: 'too_long' })
    return { data: { id: add(title, []) } }
  }
  page.routes[deleting] = ({ body }) => {
    const { ids } = (body as { queryFilter: { ids: number[] } }).queryFilter
    folders = folders.filter(({ id }) => !ids.includes(id))
    return { data: { count: 1 } }
  }
  page.routes[bringing] = ({ body }) => {
    const gone = (body as { folders: LibraryFolder[] }).folders
    return {
      data: {
        folders: gone.map(({ id, title, material_ids }) => ({ was: id, id: add(title, material_ids) })),
      },
    }
  }
})
afterEach(async () => {
  await page.leave()
  vi.unstubAllGlobals()
})

function refused(code: string, status: number, fields?: object) {
  return { status, data: { error: { code, ...(fields && { fields }) } } }
}

function add(title: string, material_ids: number[]): number {
  lastId += 1
  folders = [...folders, { id: lastId, title, parent_id: null, material_ids }]
  return lastId
}

function edit(id: number, change: (ids: number[]) => number[]): void {
  folders = folders.map((each) =>
    each.id === id ? { ...each, material_ids: change(each.material_ids) } : each,
  )
}

/** Three materials; a folder shows those in it. */
function libraryOf(asked: string | null = null): Library {
  const open = folders.find(({ id }) => String(id) === asked)
  const ids = open?.material_ids ?? [10, 11, 12]
  const items = ids.map((id) => ({ material: { id, title: `M${id}` } })) as Library['items']
  const rest = { page: 1, pageCount: 1, sort: 'newest' as const, query: '', archivedIds: [] }
  return { ...rest, items, total: ids.length, open: open?.id ?? null, folders }
}

async function stores() {
  const all = {
    ...(await import('./library.ts')),
    ...(await import('./library-moves.ts')),
    ...(await import('#platform/browser/toasts.ts')),
  }
  all.seedLibrary(libraryOf())
  all.$library.subscribe(() => undefined)
  return all
}

const shown = ({ $library }: Awaited<ReturnType<typeof stores>>) =>
  $library.get()?.folders.map(({ title, material_ids }) => [title, material_ids])
const linesOf = ({ $library }: Awaited<ReturnType<typeof stores>>) =>
  $library.get()?.lines.map(({ material }) => material.id)
const put = (ids: number[], to: number) =>
  ({ kind: 'place', put: [{ folder_id: to, material_ids: ids }], take: [] }) as const
const wish = { query: '', sort: 'newest', page: 1 } as const

describe('moving', () => {
  test('shows at once, can be taken back, and is the same in the other tab', async () => {
    const there = await stores()
    vi.resetModules()
    const here = await stores()
    const request = here.change(put([11, 12], 2))
    expect(shown(here)).toEqual([
      ['Eins', [10]],
      ['Zwei', [11, 12]],
    ])
    await request
    await vi.waitFor(() => expect(shown(there)?.[1]).toEqual(['Zwei', [11, 12]]))
    await here.undo()
    expect(folders[1]?.material_ids).toEqual([])
    expect(here.$deed.get()?.isUndo).toBe(true)
    await vi.waitFor(() => expect(shown(there)?.[1]).toEqual(['Zwei', []]))
  })

  test('without network everything lies where it lay, nothing says that it moved, and the Retry moves it', async () => {
    const answer = page.routes[placing]
    page.routes[placing] = () => 'offline'
    const here = await stores()
    await here.change(put([11], 2))
    expect(shown(here)?.[1]).toEqual(['Zwei', []])
    expect(here.$deed.get()).toBeUndefined()
    expect(here.$toasts.get()).toMatchObject([{ kind: 'error', key: 'unavailable' }])
    if (answer) page.routes[placing] = answer
    here.$toasts.get()[0]?.action?.run()
    await vi.waitFor(() => expect(folders[1]?.material_ids).toEqual([11]))
  })

  test('of several under way the one that fails is taken back alone', async () => {
    const gate = later<void>()
    const answer = page.routes[placing]
    let sent = 0
    page.routes[placing] = async (call) => {
      sent += 1
      if (sent === 1) return 'offline'
      await gate.promise
      return answer?.(call) ?? 'offline'
    }
    const here = await stores()
    const moves = [here.change(put([11], 2)), here.change(put([12], 2))]
    expect(shown(here)?.[1]).toEqual(['Zwei', [11, 12]])
    await moves[0]
    expect(shown(here)?.[1]).toEqual(['Zwei', [12]])
    gate.resolve()
    await moves[1]
    expect([shown(here)?.[1], folders[1]?.material_ids]).toEqual([['Zwei', [12]], [12]])
  })

  test('into a folder that was deleted elsewhere: the page learns what there is', async () => {
    const here = await stores()
    folders = folders.filter(({ id }) => id !== 2)
    await here.change(put([11], 2))
    expect(here.$toasts.get()).toMatchObject([{ key: 'not_found' }])
    await vi.waitFor(() => expect(shown(here)).toEqual([['Eins', [10]]]))
  })

  test('what changes nothing is not sent', async () => {
    const here = await stores()
    await here.change({ kind: 'place', put: [], take: [] })
    expect(page.log()).toEqual([])
    expect(here.$deed.get()).toBeUndefined()
  })
})

describe('folders', () => {
  test('something is put into a folder that is being made', async () => {
    const here = await stores()
    const id = here.newFolderId()
    const made = here.change({ kind: 'create', id, title: 'Neu', parentId: null })
    const moved = here.change(put([11], id))
    expect(shown(here)).toContainEqual(['Neu', [11]])
    await Promise.all([made, moved])
    expect(here.idNow(id)).toBe(3)
    expect(folders.find((each) => each.id === 3)?.material_ids).toEqual([11])
    expect(here.$library.get()?.folders.find((each) => each.id === 3)?.material_ids).toEqual([11])
  })

  test('what is refused for its name is the answer, without a toast', async () => {
    const here = await stores()
    const id = here.newFolderId()
    const error = await here.change({ kind: 'create', id, title: 'zu viel', parentId: null })
    expect(error?.fields).toEqual({ type: 'too_long' })
    expect([here.$toasts.get(), here.$deed.get()]).toEqual([[], undefined])
    expect(shown(here)).toHaveLength(2)
  })

  test('deleted, brought back, deleted again: the undo knows the id it has by then', async () => {
    const here = await stores()
    await here.change({ kind: 'delete', id: 1 })
    expect(folders.map(({ id }) => id)).toEqual([2])
    await here.undo()
    expect(folders.map(({ id }) => id)).toEqual([2, 3])
    expect(shown(here)).toContainEqual(['Eins', [10]])
    await here.change({ kind: 'delete', id: 1 })
    expect(folders.map(({ id }) => id)).toEqual([2])
    await here.undo()
    expect(here.idNow(1)).toBe(4)
    expect(shown(here)).toContainEqual(['Eins', [10]])
  })
})

describe('another part of the list', () => {
  test('comes when what was moved is stored; of several wishes the last counts', async () => {
    const gate = later<void>()
    const answer = page.routes[placing]
    page.routes[placing] = async (call) => {
      await gate.promise
      return answer?.(call) ?? 'offline'
    }
    const here = await stores()
    const moved = here.change(put([11], 2))
    const onShown = vi.fn()
    const shows = [here.show({ ...wish, folder: 1 }, onShown), here.show({ ...wish, folder: 2 })]
    gate.resolve()
    await moved
    expect(await Promise.all(shows)).toEqual([false, true])
    expect(onShown).not.toHaveBeenCalled()
    expect([linesOf(here), here.$asked.get()]).toEqual([[11], undefined])
  })

  test('what is taken out of the folder that is open is not there, and does not count', async () => {
    const here = await stores()
    await here.show({ ...wish, folder: 1 })
    const taken = here.change({ kind: 'place', put: [], take: [{ folder_id: 1, material_ids: [10] }] })
    expect([linesOf(here), here.$library.get()?.total]).toEqual([[], 0])
    await taken
    await here.undo()
    expect([linesOf(here), here.$library.get()?.total]).toEqual([[10], 1])
  })

  test('an answer from before a move is asked for again', async () => {
    const gate = later<void>()
    let asked = 0
    page.routes[view] = async ({ query }) => {
      asked += 1
      const data = libraryOf(query.get('folder'))
      if (asked === 1) await gate.promise
      return { data }
    }
    const here = await stores()
    const showing = here.show({ ...wish, folder: 2 })
    await vi.waitFor(() => expect(asked).toBe(1))
    await here.change(put([12], 2))
    gate.resolve()
    expect(await showing).toBe(true)
    expect([linesOf(here), asked]).toEqual([[12], 2])
  })

  test('without network the page stays as it is', async () => {
    page.routes[view] = () => 'offline'
    const here = await stores()
    expect(await here.show({ ...wish, folder: 1 })).toBe(false)
    expect([linesOf(here), here.$library.get()?.open]).toEqual([[10, 11, 12], null])
    expect(here.$toasts.get()).toMatchObject([{ key: 'unavailable', action: { key: 'retry' } }])
  })

  test('of a member who is logged out nothing stays', async () => {
    const here = await stores()
    document.dispatchEvent(new Event('aularium:logged-out'))
    expect(here.$library.get()).toMatchObject({ lines: [], folders: [], total: 0 })
  })
})
