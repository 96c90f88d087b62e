import { Kysely, PostgresDialect } from 'kysely'
import { expect, test, vi } from 'vitest'
import { compiledQuery } from './compiled-query.ts'
import type { Db } from './pool.ts'
import type { Database } from './schema.ts'

interface Asked {
  text: string
  values: unknown[]
}

/** A database that answers each statement with what it was asked. */
function echo(): { db: Db; asked: Asked[] } {
  const asked: Asked[] = []
  const client = {
    async query(text: string, values: readonly unknown[]) {
      asked.push({ text, values: [...values] })
      return { command: 'SELECT', rows: [{ id: asked.length }] }
    },
    release() {},
  }
  const pool = { connect: async () => client, end: async () => undefined }
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool as never }) }), asked }
}

test('a compiled query is built once and asks with the values of each call, its own constants beside them', async () => {
  const { db, asked } = echo()
  const build = vi.fn((on: Db, { world, accountId }: { world: string; accountId: number }) =>
    on
      .selectFrom('purchase_order')
      .select(['id', 'reference'])
      .where('account_id', '=', accountId)
      .where('status', '=', 'pending')
      .where('world', '=', world)
      .limit(3),
  )
  const pendingOf = compiledQuery(build)
  expect(await pendingOf(db, { world: 'de', accountId: 7 })).toEqual([{ id: 1 }])
  // In whatever order the caller names them.
  expect(await pendingOf(db, { accountId: 8, world: 'fr' })).toEqual([{ id: 2 }])
  const [first, second] = asked
  expect(first?.values).toEqual([7, 'pending', 'de', 3])
  expect(second).toEqual({ text: first?.text, values: [8, 'pending', 'fr', 3] })
  const { sql, parameters } = build(db, { world: 'de', accountId: 7 }).compile()
  expect(first).toEqual({ text: sql, values: parameters })
  expect(build).toHaveBeenCalledTimes(2)
})

test('each asks on the connection it is given', async () => {
  const [one, other] = [echo(), echo()]
  const orderOf = compiledQuery((db, { reference }: { reference: string }) =>
    db.selectFrom('purchase_order').select('id').where('reference', '=', reference),
  )
  await Promise.all([orderOf(one.db, { reference: 'a' }), orderOf(other.db, { reference: 'b' })])
  expect(one.asked.map(({ values }) => values)).toEqual([['a']])
  expect(other.asked.map(({ values }) => values)).toEqual([['b']])
})
