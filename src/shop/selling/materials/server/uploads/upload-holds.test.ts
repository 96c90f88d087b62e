import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '#platform/db/pool.ts'
import { createUploadHolds } from './upload-holds.ts'

/** The ids of each statement that was sent. */
let said: unknown[] = []
const db = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  log({ query }) {
    said.push(query.parameters[1])
  },
}) as unknown as Db

beforeEach(() => {
  said = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('the database hears of all uploads that are written to in one statement, and of none that ended', async () => {
  const holds = createUploadHolds({ db })
  for (const id of ['one', 'two', 'three']) holds.add(id, () => undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(said).toEqual([['one', 'two', 'three']])
  holds.remove('two')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(said.slice(1)).toEqual([['one', 'three']])
  holds.remove('one')
  holds.remove('three')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(said).toHaveLength(2)
  holds.add('four', () => undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(said.slice(2)).toEqual([['four']])
  holds.remove('four')
})

test('only the request that writes to an upload is ended', () => {
  const holds = createUploadHolds({ db })
  const ended: string[] = []
  for (const id of ['one', 'two']) holds.add(id, () => ended.push(id))
  holds.stop('two')
  holds.stop('elsewhere')
  expect(ended).toEqual(['two'])
  holds.remove('two')
  holds.stop('two')
  expect(ended).toEqual(['two'])
  holds.remove('one')
})
