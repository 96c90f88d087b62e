import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folderTree } from './folder-nodes.ts'
import { heightOf, isInside, levelOf, type TreeFolder } from './folder-tree.ts'

const folders = [
  { id: 1, parent_id: null },
  { id: 2, parent_id: 1 },
  { id: 3, parent_id: 2 },
  { id: 4, parent_id: null },
  { id: 5, parent_id: 99 },
]

test('a tree keeps the order, and what lost its parent is at the top', () => {
  expect(folderTree(folders).map(({ folder }) => folder.id)).toEqual([1, 4, 5])
  expect(folderTree(folders)[0]?.children[0]?.children[0]?.folder.id).toBe(3)
})

test('levels, heights and what is inside', () => {
  expect([null, 1, 2, 3].map((id) => levelOf(folders, id))).toEqual([0, 1, 2, 3])
  expect([1, 2, 3].map((id) => heightOf(folders, id))).toEqual([3, 2, 1])
  expect(isInside(folders, 3, 1)).toBe(true)
  expect(isInside(folders, 1, 1)).toBe(true)
  expect(isInside(folders, 1, 3)).toBe(false)
  expect(isInside(folders, null, 1)).toBe(false)
})

test('every folder stands in the tree once, one level below its parent', () => {
  const parents = fc.array(fc.nat({ max: 40 }), { maxLength: 40 })
  fc.assert(
    fc.property(parents, (picks) => {
      const list: TreeFolder[] = picks.map((pick, at) => ({ id: at + 1, parent_id: pick % (at + 1) || null }))
      const count = (nodes: ReturnType<typeof folderTree>, level: number): number =>
        nodes.reduce((sum, { folder, children }) => {
          expect(levelOf(list, folder.id)).toBe(level)
          for (const child of children) expect(isInside(list, child.folder.id, folder.id)).toBe(true)
          return sum + 1 + count(children, level + 1)
        }, 0)
      expect(count(folderTree(list), 1)).toBe(list.length)
    }),
  )
})
