import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namedIn } from './mentions.ts'

const people = [
  { id: 1, public_name: 'Anna' },
  { id: 2, public_name: 'Anna Sommerfeld' },
  { id: 3, public_name: 'Jörg' },
]

test.each([
  ['Danke, @Anna!', [1]],
  ['@anna sommerfeld: genau', [2]],
  ['@Annabell ist jemand anderes', []],
  ['@JÖRG und @Anna, seht mal', [3, 1]],
  ['anna@schule.example', []],
  ['@Anna @Anna', [1]],
  ['@ Anna', []],
] as const)('%s', (text, ids) => {
  expect(namedIn(text, people)).toEqual(ids)
})

test('whatever is written, nobody is named who does not stand there', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string({ minLength: 1 })), (text, names) => {
      const all = names.map((name, id) => ({ id, public_name: name }))
      for (const id of namedIn(text, all))
        expect(text.toLocaleLowerCase()).toContain(`@${(names[id] ?? '').toLocaleLowerCase()}`)
    }),
  )
})
