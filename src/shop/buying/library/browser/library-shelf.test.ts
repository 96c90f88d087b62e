import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Shelf } from './library.ts'
import { type Change, changed, inverse, isIdle, lyingIn, moving, renamed } from './library-shelf.ts'

const folder = (id: number, parent_id: number | null = null, material_ids: number[] = []) => ({
  id,
  title: `Ordner ${id}`,
  parent_id,
  material_ids,
})
const shelf: Shelf = {
  folders: [folder(1, null, [10, 11]), folder(2, 1, [11]), folder(3, 2), folder(4)],
  archivedIds: [12],
}

/** What lies where, whatever the order. */
function seen({ folders, archivedIds }: Shelf) {
  const sorted = folders.map(({ material_ids, ...rest }) => ({ ...rest, ids: [...material_ids].sort() }))
  return { folders: sorted.sort((left, right) => left.id - right.id), archived: [...archivedIds].sort() }
}

const idsIn = (of: Shelf, id: number) => of.folders.find((each) => each.id === id)?.material_ids

describe('a change', () => {
  test('moves several out of the folder that is open, those that were there already without a trace', () => {
    const change = moving(shelf, { ids: [10, 11], to: 2, from: 1 })
    expect(change).toEqual({
      kind: 'place',
      put: [{ folder_id: 2, material_ids: [10] }],
      take: [{ folder_id: 1, material_ids: [10, 11] }],
    })
    const moved = changed(shelf, change)
    expect([idsIn(moved, 1), idsIn(moved, 2)]).toEqual([[], [11, 10]])
    const back = inverse(shelf, change)
    expect(back && seen(changed(moved, back))).toEqual(seen(shelf))
    // What lay in both stays in the one it was in before.
    expect(back && idsIn(changed(moved, back), 2)).toEqual([11])
  })

  test('that changes nothing is none', () => {
    expect(isIdle(moving(shelf, { ids: [11], to: 2 }))).toBe(true)
    expect(isIdle(moving(shelf, { ids: [11], to: 1, from: 1 }))).toBe(true)
    expect(isIdle(lyingIn(shelf, 11, [1, 2]))).toBe(true)
    expect(isIdle(lyingIn(shelf, 11, [2]))).toBe(false)
    expect(isIdle({ kind: 'archive', ids: [], isArchived: true })).toBe(true)
    expect(isIdle({ kind: 'delete', id: 1 })).toBe(false)
  })

  test('deletes a folder with those in it, and brings them back as they were', () => {
    const gone = changed(shelf, { kind: 'delete', id: 2 })
    expect(gone.folders.map(({ id }) => id)).toEqual([1, 4])
    const back = inverse(shelf, { kind: 'delete', id: 2 })
    expect(back && seen(changed(gone, back))).toEqual(seen(shelf))
  })

  test('sorts by name as people do', () => {
    const named = changed(shelf, { kind: 'create', id: -1, title: 'ähnlich', parentId: null })
    const more = changed(named, { kind: 'edit', id: 4, title: 'Zuletzt', parentId: 1 })
    expect(more.folders.map(({ title }) => title)).toEqual([
      'ähnlich',
      'Ordner 1',
      'Ordner 2',
      'Ordner 3',
      'Zuletzt',
    ])
  })

  test('follows folders whose ids are known by now', () => {
    const ids = new Map([[-1, 7]])
    const made = changed(shelf, { kind: 'create', id: -1, title: 'Neu', parentId: null })
    expect(renamed(moving(made, { ids: [12], to: -1 }), ids)).toMatchObject({ put: [{ folder_id: 7 }] })
    expect(renamed({ kind: 'create', id: -2, title: 'x', parentId: -1 }, ids)).toMatchObject({ parentId: 7 })
    const back: Change = { kind: 'bring-back', folders: [folder(-1), folder(3, -1)] }
    expect(renamed(back, ids)).toMatchObject({ folders: [{ id: 7 }, { id: 3, parent_id: 7 }] })
  })
})

const id = fc.integer({ min: 1, max: 4 })
const materials = fc.uniqueArray(fc.integer({ min: 10, max: 14 }), { maxLength: 4 })
const placements = fc.array(fc.record({ folder_id: id, material_ids: materials }), { maxLength: 1 })
const shelves: fc.Arbitrary<Shelf> = fc
  .record({
    contents: fc.array(materials, { minLength: 4, maxLength: 4 }),
    parents: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    archivedIds: materials,
  })
  .map(({ contents, parents, archivedIds }) => ({
    folders: contents.map((ids, at) => folder(at + 1, parents[at] && at > 0 ? at : null, ids)),
    archivedIds,
  }))
const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('archive' as const), ids: materials, isArchived: fc.boolean() }),
  fc.record({ kind: fc.constant('edit' as const), id, title: fc.string(), parentId: fc.constant(null) }),
  fc.record({ kind: fc.constant('delete' as const), id }),
  fc.record({
    kind: fc.constant('create' as const),
    id: fc.constant(-1),
    title: fc.string(),
    parentId: fc.option(id),
  }),
)
const moves = fc.oneof(
  fc
    .record({ ids: materials, to: id, from: fc.option(id, { nil: undefined }) })
    .map((move) => (of: Shelf) => moving(of, move)),
  fc.record({ one: fc.integer({ min: 10, max: 14 }), into: fc.uniqueArray(id) }).map(
    ({ one, into }) =>
      (of: Shelf) =>
        lyingIn(of, one, into),
  ),
)

test('whatever is done can be undone, and done twice it is done once', () => {
  fc.assert(
    fc.property(
      shelves,
      fc.oneof(
        changes.map((change) => () => change),
        moves,
      ),
      (of, make) => {
        const change = make(of)
        const after = changed(of, change)
        expect(seen(changed(after, change))).toEqual(seen(after))
        const back = inverse(of, change)
        expect(back && seen(changed(after, back))).toEqual(seen(of))
      },
    ),
  )
})

test('no material lies twice in a folder', () => {
  fc.assert(
    fc.property(shelves, placements, placements, (of, put, take) => {
      for (const { material_ids } of changed(of, { kind: 'place', put, take }).folders)
        expect(new Set(material_ids).size).toBe(material_ids.length)
    }),
  )
})
