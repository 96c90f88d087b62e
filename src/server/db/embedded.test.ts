import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'

const running: EmbeddedPostgres[] = []
const folders: string[] = []
const logs: string[] = []
const log = { info: (_details: object, message: string) => void logs.push(message) }

async function folder(mode: number): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'aularium-embedded-'))
  await chmod(path, mode)
  folders.push(path)
  return path
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log })
  running.push(server)
  return server
}

async function ask(databaseUrl: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: unknown }>(text)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}

afterEach(async () => {
  logs.length = 0
  await running.pop()?.destroy()
  running.length = 0
  for (const path of folders.splice(0)) await rm(path, { recursive: true, force: true })
})

test('two starts at once share one server; it lives until the last one stops, and data stays', async () => {
  const dataDir = await folder(0o711)
  const [one, two] = await Promise.all([start(dataDir), start(dataDir)])
  expect(one.databaseUrl).toBe(two.databaseUrl)
  expect(logs.filter((line) => line === 'database started')).toHaveLength(1)
  expect(await ask(one.databaseUrl, "select inet_server_addr()::text || '' as answer")).toBe('127.0.0.1/32')
  expect(await ask(one.databaseUrl, "select 'a' < 'B' as answer")).toBe(true)
  await ask(one.databaseUrl, 'create table kept as select 7 as answer')
  await one.stop()
  expect(await ask(two.databaseUrl, 'select answer from kept')).toBe(7)
  await two.stop()
  await expect(ask(two.databaseUrl, 'select 1 as answer')).rejects.toThrow()
  const again = await start(dataDir)
  expect(again.databaseUrl).toBe(one.databaseUrl)
  expect(await ask(again.databaseUrl, 'select answer from kept')).toBe(7)
}, 60_000)

test('a closed folder: the data goes where the server can reach it', async () => {
  const dataDir = await folder(0o700)
  const server = await start(join(dataDir, 'deep', 'postgres'))
  expect(await ask(server.databaseUrl, 'select 1 as answer')).toBe(1)
  if (process.getuid?.() === 0)
    expect(await readdir(join(dataDir, 'deep', 'postgres'))).not.toContain('cluster-18')
}, 60_000)

test('the settings of the house are on', async () => {
  const server = await start(await folder(0o711))
  expect(await ask(server.databaseUrl, "select current_setting('jit') as answer")).toBe('off')
  expect(await ask(server.databaseUrl, "select current_setting('synchronous_commit') as answer")).toBe('on')
  const preloaded = await ask(
    server.databaseUrl,
    "select current_setting('shared_preload_libraries') as answer",
  )
  expect(preloaded).toBe('pg_stat_statements')
}, 60_000)
