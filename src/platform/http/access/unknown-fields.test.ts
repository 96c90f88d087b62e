import { expect, test } from 'vitest'
import { z } from 'zod'
import { unknownFields } from './unknown-fields.ts'

const schema = z.object({
  name: z.string(),
  address: z.object({ city: z.string() }).nullable().optional(),
  lines: z.array(z.object({ id: z.number() })).default([]),
  kind: z.discriminatedUnion('is', [
    z.object({ is: z.literal('a'), left: z.number() }),
    z.object({ is: z.literal('b'), right: z.number() }),
  ]),
  free: z.looseObject({ known: z.string() }),
  counts: z.record(z.string(), z.object({ n: z.number() })),
  read: z.preprocess((value) => value, z.object({ x: z.number() })),
  shown: z.object({ y: z.number() }).transform(({ y }) => y),
})

const right = {
  name: 'n',
  address: { city: 'c' },
  lines: [{ id: 1 }],
  kind: { is: 'b', right: 1 },
  free: { known: 'k', other: 1 },
  counts: { any: { n: 1 } },
  read: { x: 1 },
  shown: { y: 1 },
}

test('what a schema knows has no unknown fields', () => {
  expect(unknownFields(schema, right)).toEqual([])
})

test('what it does not know is named, wherever it stands', () => {
  const wrong = {
    ...right,
    nmae: 1,
    address: { city: 'c', street: 's' },
    lines: [{ id: 1 }, { id: 2, amount: -3 }],
    kind: { is: 'b', right: 1, left: 2 },
    counts: { any: { n: 1, m: 2 } },
    read: { x: 1, z: 2 },
    shown: { y: 1, z: 2 },
  }
  expect(unknownFields(schema, wrong).toSorted()).toEqual(
    ['nmae', 'address.street', 'lines.1.amount', 'kind.left', 'counts.any.m', 'read.z', 'shown.z'].toSorted(),
  )
})

test('names of every object’s own and endless nesting do no harm', () => {
  expect(unknownFields(schema, JSON.parse('{"__proto__": 1, "constructor": 2}'))).toEqual([
    '__proto__',
    'constructor',
  ])
  const tree: z.ZodType = z.lazy(() => z.object({ inner: tree.optional() }))
  let deep: unknown = {}
  for (let i = 0; i < 100_000; i += 1) deep = { inner: deep }
  expect(unknownFields(tree, deep)).toEqual([])
})
