import { expect, test } from 'vitest'
import taxonomy from '#platform/db/taxonomy.json' with { type: 'json' }
import { relatedSubjects } from './related-subjects.ts'

const subjects = [
  'en-french',
  'en-german',
  'en-latin',
  'en-science',
  'en-biology',
  'en-technology',
  'en-music',
]
const values = subjects.map((id, at) => ({ termId: at + 1, kind: 'subject' as const, id }))

test.each([
  ['a language', [1], [2, 3]],
  ['a science', [4], [5, 6]],
  ['one that stands alone', [7], []],
  ['two of one family', [4, 5], [6]],
  ['none', [], []],
])('kin of %s', (_name, own, kin) => {
  expect(relatedSubjects({ values }, own)).toEqual(kin)
})

test('most subjects of each world have kin', () => {
  for (const [world, { subjects: all }] of Object.entries(taxonomy.worlds)) {
    const rows = all.map(({ id }, at) => ({ termId: at + 1, kind: 'subject' as const, id }))
    const alone = rows.filter(({ termId }) => relatedSubjects({ values: rows }, [termId]).length === 0)
    expect([world, alone.length < rows.length * 0.6]).toEqual([world, true])
  }
})
