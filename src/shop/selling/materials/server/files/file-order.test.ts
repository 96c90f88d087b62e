import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderOf } from './file-order.ts'

const form = { fileIds: ['7', '8', '9'], filePlaces: ['1', '2', '3'] }

test.each([
  [{}, [7, 8, 9]],
  [{ filePlaces: ['3', ' 1 ', 'x'] }, [8, 7, 9]],
  [{ moveFile: ['9 up'] }, [7, 9, 8]],
  [{ moveFile: ['7 down'] }, [8, 7, 9]],
  [{ filePlaces: ['3', '2', '1'], moveFile: ['9 down'] }, [8, 9, 7]],
  [{ moveFile: ['7 up'] }, [7, 8, 9]],
  [{ moveFile: ['9 down'] }, [7, 8, 9]],
  [{ moveFile: ['4 up'] }, [7, 8, 9]],
  [{ moveFile: ['8 sideways'] }, [7, 8, 9]],
])('%j makes %j', (change, ids) => {
  expect(orderOf({ ...form, ...change })).toEqual(ids)
})

test('whatever is sent, each file is named once at most as often as before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string()),
      fc.array(fc.string()),
      fc.string(),
      (filePlaces, fileIds, moveFile) => {
        const before = orderOf({ fileIds, filePlaces }).toSorted()
        expect(orderOf({ fileIds, filePlaces, moveFile: [moveFile] }).toSorted()).toEqual(before)
      },
    ),
  )
})
