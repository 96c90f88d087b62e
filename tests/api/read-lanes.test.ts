import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { gatheredRead, readByKey } from '#server/db/gathered.ts'
import { createDb, type Db } from '#server/db/pool.ts'
import { type LanedPool, quickRead, runPrepared } from '#server/db/prepared.ts'
import { quickly } from '#server/db/quick.ts'
import { ending, together, transaction } from '#server/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

/* Quick reads share two pipelined connections; whatever happens to them, somebody answers. */

const lanesName = 'read-lanes-test'
const whose = quickRead<{ pid: number; given: number }>(
  'test_whose',
  'select pg_backend_pid() as pid, $1::int as given',
)
const waitForLock = quickRead('test_wait', 'select pg_advisory_lock_shared(1)::text')
const sleep = quickRead('test_sleep', 'select pg_sleep($1::float8)')

let database: TestDatabase
let pool: LanedPool
let db: Db
let end: () => Promise<void>

beforeAll(async () => {
  database = await testDatabase()
  const made = createDb({
    databaseUrl: database.databaseUrl,
    max: 2,
    applicationName: lanesName,
    withLanes: true,
  })
  pool = made.pool
  db = made.db
  end = async () => {
    await pool.lanes?.stop()
    await made.db.destroy()
  }
})
afterAll(async () => {
  await end()
  await database.drop()
})
beforeEach(async () => {
  while (pool.lanes?.query({ text: 'select 1' }) === undefined) await pause(10)
})

test('many at once are answered by two connections, each with its own answer', async () => {
  const rows = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => (await runPrepared(pool, whose, [at]))[0]),
  )
  expect(rows.map((row) => row?.given)).toEqual(Array.from({ length: 200 }, (_, at) => at))
  expect(new Set(rows.map((row) => row?.pid)).size).toBeLessThanOrEqual(2)
  expect(pool.totalCount).toBe(0)
})

test('a statement that fails does no harm to its neighbours', async () => {
  const broken = quickRead('test_broken', 'select 1 / $1::int as one')
  const answers = await Promise.allSettled([
    runPrepared(pool, whose, [1]),
    runPrepared(pool, broken, [0]),
    runPrepared(pool, broken, [0]),
    runPrepared(pool, whose, [2]),
    runPrepared(pool, broken, [1]),
  ])
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
})

test('lanes that are held up are passed by', async () => {
  const holder = new pg.Client({ connectionString: database.databaseUrl })
  await holder.connect()
  await holder.query('select pg_advisory_lock(1)')
  const held = [runPrepared(pool, waitForLock, []), runPrepared(pool, waitForLock, [])]
  // Until both lanes have been silent for longer than a quick read takes, they are asked.
  while (pool.lanes?.query({ text: 'select 1' }) !== undefined) await pause(10)
  await expect(runPrepared(pool, whose, [1])).resolves.toMatchObject([{ given: 1 }])
  await holder.end()
  await Promise.all(held)
})

test('a lost lane is made again, and meanwhile the pool answers', async () => {
  const lost = runPrepared(pool, sleep, [20]).catch((error: unknown) => error)
  const admin = new pg.Client({ connectionString: database.databaseUrl })
  await admin.connect()
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
    [lanesName],
  )
  await admin.end()
  expect(await lost).toBeInstanceOf(Error)
  // Idle connections and the other lane are lost as well, and hear of that a moment later.
  while (pool.idleCount > 0) await pause(10)
  await expect
    .poll(() => runPrepared(pool, whose, [7]).catch(() => undefined), { timeout: 10_000 })
    .toMatchObject([{ given: 7 }])
  while (pool.lanes?.query({ text: 'select 1' }) === undefined) await pause(10)
})

describe('reads by key', () => {
  const row = gatheredRead<{ pid: number; key: string; started: string }>(
    'test_by_key',
    `select asked.place::int as place, asked.key, pg_backend_pid() as pid, statement_timestamp()::text as started
     from unnest($1::text[]) with ordinality as asked (key, place)
     where asked.key <> 'unknown' order by asked.place desc`,
  )

  test('all that are asked for at once are one statement, each with its own row', async () => {
    const keys = ['a', 'unknown', 'b', 'a', `quote ' " \\ {},`]
    const rows = await Promise.all(keys.map((key) => readByKey(pool, row, key)))
    expect(rows.map((each) => each?.key)).toEqual(['a', undefined, 'b', 'a', keys[4]])
    expect(new Set(rows.flatMap((each) => each?.started ?? [])).size).toBe(1)
  })

  test('more than fit one statement', async () => {
    const keys = Array.from({ length: 450 }, (_, at) => `k${at}`)
    const rows = await Promise.all(keys.map((key) => readByKey(pool, row, key)))
    expect(rows.map((each) => each?.key)).toEqual(keys)
  })

  test('what is asked while one is under way is answered from after it was asked', async () => {
    const value = gatheredRead<{ value: number }>(
      'test_value',
      `select asked.place::int as place, value from unnest($1::text[]) with ordinality as asked (key, place)
       cross join (select value from gathered_value) found`,
    )
    await pool.query('create table gathered_value (value int); insert into gathered_value values (0)')
    const askers: Promise<void>[] = []
    for (let written = 1; written <= 20; written += 1) {
      await pool.query('update gathered_value set value = $1', [written])
      const least = written
      askers.push(
        ...Array.from({ length: 5 }, async () => {
          expect((await readByKey(pool, value, 'any'))?.value).toBeGreaterThanOrEqual(least)
        }),
      )
    }
    await Promise.all(askers)
  })

  test("a failure is everybody's who asked along, and nobody's who asks next", async () => {
    const broken = gatheredRead<{ one: number }>(
      'test_broken_key',
      `select asked.place::int as place, 1 / asked.key::int as one
       from unnest($1::text[]) with ordinality as asked (key, place)`,
    )
    const answers = await Promise.allSettled(['1', '0'].map((key) => readByKey(pool, broken, key)))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await readByKey(pool, broken, '1')).toMatchObject({ one: 1 })
  })

  test('one that is held up holds up no other', async () => {
    const locked = gatheredRead<object>(
      'test_locked_key',
      `select asked.place::int as place,
         case asked.key when 'locked' then pg_advisory_lock_shared(2)::text end as answer
       from unnest($1::text[]) with ordinality as asked (key, place)`,
    )
    const holder = new pg.Client({ connectionString: database.databaseUrl })
    await holder.connect()
    await holder.query('select pg_advisory_lock(2)')
    const held = readByKey(pool, locked, 'locked')
    const waits = async () => {
      const { rows } = await holder.query(
        "select 1 from pg_locks where locktype = 'advisory' and not granted",
      )
      return rows.length
    }
    await expect.poll(waits).toBe(1)
    await readByKey(pool, locked, 'another')
    expect(await waits()).toBe(1)
    await holder.end()
    await held
  })
})

describe('statements of transactions', () => {
  const namedBy = async (tx: Db) =>
    (
      await sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements
        where statement like '%planned_once%' and statement not like '%pg_prepared%'`.execute(tx)
    ).rows[0]?.count

  test('are planned once, bear a failure, and a column more', async () => {
    await sql`create table planned_once (id int primary key, value int)`.execute(db)
    const write = (tx: Db, id: number, value: number) =>
      sql`insert into planned_once (id, value) values (${id}, ${value})
        on conflict (id) do update set value = planned_once.value / ${value} returning value`.execute(tx)
    const read = (tx: Db) =>
      sql<{ id: number }>`select * from planned_once where id > ${0} order by id`.execute(tx)
    const named = await transaction(db, async (tx) => {
      for (let id = 1; id <= 8; id += 1) await write(tx, id, id)
      for (let again = 0; again < 8; again += 1) await read(tx)
      return await namedBy(tx)
    })
    expect(named).toBe(1)
    await expect(transaction(db, (tx) => write(tx, 1, 0))).rejects.toThrow(/division by zero/)
    await sql`alter table planned_once add column more int`.execute(db)
    const { rows } = await transaction(db, async (tx) => {
      await write(tx, 9, 9)
      return await read(tx)
    })
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

describe('what is asked together', () => {
  const set = (tx: Db, value: string) => sql`select set_config('test.said', ${value}, true)`.execute(tx)
  const said = async (tx: Db) => {
    const row = await tx
      .selectNoFrom(sql<string>`current_setting('test.said', true)`.as('value'))
      .executeTakeFirst()
    return row?.value
  }

  test('is done in the order in which it was asked, however it was asked', async () => {
    const answers = await transaction(db, async (tx) => {
      const [, one, , two] = await together([set(tx, 'one'), said(tx), set(tx, 'two'), said(tx)])
      return [one, two]
    })
    expect(answers).toEqual(['one', 'two'])
  })

  test('throws what really failed, once nobody asks any more, and leaves nothing', async () => {
    let hasEnded = false
    const late = async (tx: Db) => {
      try {
        await sql`select pg_sleep(0.02)`.execute(tx)
        await sql`select 1`.execute(tx)
      } finally {
        hasEnded = true
      }
    }
    const failing = transaction(db, async (tx) => {
      await sql`create table test_left (id int)`.execute(tx)
      await together([late(tx), sql`select 1 / ${0}::int`.execute(tx), said(tx)])
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(hasEnded).toBe(true)
    const { rows } = await sql<{ left: string | null }>`select to_regclass('test_left') as left`.execute(db)
    expect(rows).toEqual([{ left: null }])
  })
})

describe('what is asked at the end of a transaction', () => {
  const left = async () => {
    const { rows } = await sql<{ id: number }>`select id from test_ended order by id`.execute(db)
    return rows.map(({ id }) => id)
  }
  const insert = async (tx: Db, id: number) => {
    const { rows } = await sql<{ id: number }>`insert into test_ended values (${id}) returning id`.execute(tx)
    return rows[0]?.id
  }

  beforeAll(async () => {
    await sql`create table test_ended (id int primary key,
      twin int default 0 unique deferrable initially deferred)`.execute(db)
  })

  test('is answered, and stands once it is', async () => {
    const answer = await transaction(db, async (tx) => {
      await insertOf(tx, 1, 10)
      return await ending(() => together([insertOf(tx, 2, 20), insertOf(tx, 3, 30)]))
    })
    expect(answer).toEqual([2, 3])
    expect(await left()).toEqual([1, 2, 3])
  })

  test('takes everything back when it fails, and says why', async () => {
    const failing = transaction(db, async (tx) => {
      await insertOf(tx, 4, 40)
      return await ending(() => insert(tx, 1))
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await left()).toEqual([1, 2, 3])
  })

  test('does not hide what only the commit refuses', async () => {
    const failing = transaction(db, async (tx) => await ending(() => insertOf(tx, 5, 10)))
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await left()).toEqual([1, 2, 3])
  })

  test('is over then: what asks once more is refused instead of standing alone', async () => {
    const failing = transaction(
      db,
      async (tx) =>
        await ending(async () => {
          await insertOf(tx, 6, 60)
          return await insertOf(tx, 7, 70)
        }),
    )
    await expect(failing).rejects.toThrow('already committed')
    expect(await left()).not.toContain(7)
  })

  test('joins the transaction around it', async () => {
    const failing = transaction(db, async (tx) => {
      expect(await transaction(tx, async (inner) => await ending(() => insertOf(inner, 8, 80)))).toBe(8)
      throw new Error('the outer one fails')
    })
    await expect(failing).rejects.toThrow('the outer one fails')
    expect(await left()).not.toContain(8)
  })

  async function insertOf(tx: Db, id: number, twin: number): Promise<number | undefined> {
    const { rows } = await sql<{ id: number }>`
      insert into test_ended values (${id}, ${twin}) returning id`.execute(tx)
    return rows[0]?.id
  }
})

test('quick reads of Kysely share the lanes; those of a transaction see what it wrote', async () => {
  const pid = async (on: Db) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid
  const pids = await Promise.all(Array.from({ length: 50 }, () => pid(quickly(db))))
  expect(new Set(pids).size).toBeLessThanOrEqual(2)
  await transaction(db, async (tx) => {
    expect(await pid(quickly(tx))).toBe(await pid(tx))
  })
})
