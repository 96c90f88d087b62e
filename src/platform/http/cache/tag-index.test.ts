import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTagIndex } from './tag-index.ts'

const step = fc.record({
  isAdded: fc.boolean(),
  tag: fc.constantFrom('a', 'b'),
  key: fc.constantFrom('/1', '/2', '/3'),
})

test('a tag names the keys that were added and not removed since, each once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const index = createTagIndex()
      const expected = { a: new Set<string>(), b: new Set<string>() } as Record<string, Set<string>>
      for (const { isAdded, tag, key } of steps) {
        if (isAdded) expected[tag]?.add(key)
        else expected[tag]?.delete(key)
        if (isAdded) index.add(tag, key)
        else index.remove(tag, key)
      }
      for (const tag of ['a', 'b'])
        expect(index.keysOf(tag).toSorted()).toEqual([...(expected[tag] ?? [])].toSorted())
    }),
  )
})
