import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '#platform/db/pool.ts'
import { prepared, runPrepared } from '#platform/db/prepared.ts'
import { afterCommit, savepoint, transaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase
let db: Db
const log = { error: vi.fn() }

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  await sql`create table written (id int primary key)`.execute(db)
})
afterAll(() => database.drop())
beforeEach(async () => {
  log.error.mockClear()
  await sql`delete from written`.execute(db)
})

const write = (tx: Db, id: number) => sql`insert into written values (${id})`.execute(tx)

async function written(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from written order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What PostgreSQL says when it asks to run a transaction again. */
async function refuse(tx: Db, code: '40001' | '40P01' | '23505'): Promise<void> {
  await sql`do ${sql.lit(`begin raise exception 'refused' using errcode = '${code}'; end`)}`.execute(tx)
}

test('a transaction that throws leaves nothing and does nothing in memory', async () => {
  const effect = vi.fn()
  const failing = transaction(db, async (tx) => {
    await write(tx, 1)
    afterCommit(tx, log, effect)
    throw new Error('changed our mind')
  })
  await expect(failing).rejects.toThrow('changed our mind')
  expect(await written()).toEqual([])
  expect(effect).not.toHaveBeenCalled()
})

test.each(['40001', '40P01'] as const)(
  'after %s it runs again, and what follows the commit is done once',
  async (code) => {
    const effect = vi.fn()
    let attempts = 0
    const answer = await transaction(db, async (tx) => {
      attempts += 1
      await write(tx, attempts)
      afterCommit(tx, log, () => effect(attempts))
      if (attempts === 1) await refuse(tx, code)
      return 'done'
    })
    expect([answer, attempts]).toEqual(['done', 2])
    expect(await written()).toEqual([2])
    expect(effect.mock.calls).toEqual([[2]])
  },
)

test('it runs three times at most, and only where PostgreSQL asks for it', async () => {
  let attempts = 0
  const run = (code: '40001' | '23505') =>
    transaction(db, async (tx) => {
      attempts += 1
      await refuse(tx, code)
    })
  await expect(run('40001')).rejects.toMatchObject({ code: '40001' })
  expect(attempts).toBe(3)
  attempts = 0
  await expect(run('23505')).rejects.toMatchObject({ code: '23505' })
  expect(attempts).toBe(1)
})

test('an effect that fails is logged: the transaction stands, and the other effects are done', async () => {
  // As PostgreSQL would say it, so that only being outside of the retry keeps the work from running twice.
  const trouble = Object.assign(new Error('no memory left'), { code: '40001' })
  const other = vi.fn()
  let attempts = 0
  const answer = await transaction(db, async (tx) => {
    attempts += 1
    await write(tx, 1)
    afterCommit(tx, log, () => {
      throw trouble
    })
    afterCommit(tx, log, other)
    return 'done'
  })
  expect([answer, attempts]).toEqual(['done', 1])
  expect(await written()).toEqual([1])
  expect(other).toHaveBeenCalledOnce()
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ err: trouble }, expect.any(String))
})

test('one inside another is part of it: its effects wait for the outer commit', async () => {
  const effect = vi.fn()
  await transaction(db, async (tx) => {
    await transaction(tx, async (inner) => {
      await write(inner, 1)
      afterCommit(inner, log, effect)
    })
    expect(effect).not.toHaveBeenCalled()
  })
  expect(effect).toHaveBeenCalledOnce()
  const failing = transaction(db, async (tx) => {
    await transaction(tx, (inner) => write(inner, 2))
    throw new Error('the outer one fails')
  })
  await expect(failing).rejects.toThrow('the outer one fails')
  expect(await written()).toEqual([1])
})

test('a part that fails takes back what it wrote and what should have followed, and the rest stands', async () => {
  const [before, within, after] = [vi.fn(), vi.fn(), vi.fn()]
  await transaction(db, async (tx) => {
    await write(tx, 1)
    afterCommit(tx, log, before)
    const part = savepoint(tx, async () => {
      await write(tx, 2)
      afterCommit(tx, log, within)
      await refuse(tx, '23505')
    })
    await expect(part).rejects.toThrow('refused')
    await write(tx, 3)
    afterCommit(tx, log, after)
  })
  expect(await written()).toEqual([1, 3])
  expect([before, within, after].map((effect) => effect.mock.calls.length)).toEqual([1, 0, 1])
})

test('has the isolation that is asked for', async () => {
  const isolationOf = async (tx: Db) =>
    (await sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx))
      .rows[0]?.level
  expect(await transaction(db, isolationOf)).toBe('read committed')
  expect(await transaction(db, isolationOf, { isolation: 'serializable' })).toBe('serializable')
})

test('nothing follows a commit where there is none', () => {
  expect(() => afterCommit(db, log, () => undefined)).toThrow('outside of a transaction')
})

test('a prepared statement is parsed once per connection and bears a failure', async () => {
  const quotient = prepared<{ value: number }>('test_quotient', 'select 6 / $1::int as value')
  const client = await database.pool.connect()
  try {
    expect(await runPrepared(client, quotient, [2])).toEqual([{ value: 3 }])
    await expect(runPrepared(client, quotient, [0])).rejects.toMatchObject({ code: '22012' })
    expect(await runPrepared(client, quotient, [3])).toEqual([{ value: 2 }])
    const { rows } = await client.query(
      `select name from pg_prepared_statements where statement = 'select 6 / $1::int as value'`,
    )
    expect(rows).toEqual([{ name: 'test_quotient' }])
  } finally {
    client.release()
  }
})
