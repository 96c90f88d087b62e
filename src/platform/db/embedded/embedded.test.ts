import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { serverProcess } from './embedded-process.ts'

const running: EmbeddedPostgres[] = []
const folders: string[] = []
const logs: string[] = []
const note = (_details: object, message: string) => void logs.push(message)
const log = { info: note, warn: note }

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
  await ask(one.databaseUrl, 'create table stored as select 7 as answer')
  await one.stop()
  expect(await ask(two.databaseUrl, 'select answer from stored')).toBe(7)
  await two.stop()
  await expect(ask(two.databaseUrl, 'select 1 as answer')).rejects.toThrow()
  const again = await start(dataDir)
  expect(again.databaseUrl).toBe(one.databaseUrl)
  expect(await ask(again.databaseUrl, 'select answer from stored')).toBe(7)
})

test('a copied folder has data of its own, and the original may run beside it', async () => {
  const [dataDir, other] = [await folder(0o711), await folder(0o711)]
  const before = await startEmbeddedPostgres({ dataDir, log })
  await ask(before.databaseUrl, 'create table stored as select 7 as answer')
  await before.stop()
  const copied = join(other, 'copy')
  await promisify(execFile)('cp', ['-pR', dataDir, copied])
  const original = await startEmbeddedPostgres({ dataDir, log })
  try {
    const copy = await start(copied)
    await ask(copy.databaseUrl, 'update stored set answer = 8')
    expect(await ask(original.databaseUrl, 'select answer from stored')).toBe(7)
  } finally {
    await original.destroy()
  }
})

test('a closed folder: the data goes where the server can reach it', async () => {
  const dataDir = await folder(0o700)
  const server = await start(join(dataDir, 'deep', 'postgres'))
  expect(await ask(server.databaseUrl, 'select 1 as answer')).toBe(1)
  if (process.getuid?.() === 0)
    expect(await readdir(join(dataDir, 'deep', 'postgres'))).not.toContain('cluster-18')
})

test('the settings of the product are on', async () => {
  const server = await start(await folder(0o711))
  expect(await ask(server.databaseUrl, "select current_setting('jit') as answer")).toBe('off')
  expect(await ask(server.databaseUrl, "select current_setting('synchronous_commit') as answer")).toBe('on')
  const preloaded = await ask(
    server.databaseUrl,
    "select current_setting('shared_preload_libraries') as answer",
  )
  expect(preloaded).toBe('pg_stat_statements')
})

test('a server that is killed is started again, once, where it was; not after its last user left', async () => {
  const dataDir = await folder(0o711)
  const [one, two] = await Promise.all([start(dataDir), start(dataDir)])
  await ask(one.databaseUrl, 'create table stored as select 7 as answer')
  const cluster = join(dataDir, 'cluster-18')
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    logs.length = 0
    const before = await serverProcess(cluster)
    process.kill(before?.pid ?? 0, signal)
    const back = () => ask(one.databaseUrl, 'select answer from stored').catch(() => undefined)
    await expect.poll(back, { timeout: 20_000 }).toBe(7)
    expect((await serverProcess(cluster))?.pid).not.toBe(before?.pid)
    const starts = () => logs.filter((line) => line === 'database started').length
    await expect.poll(starts, { timeout: 20_000 }).toBe(1)
    await new Promise((done) => setTimeout(done, 700))
    expect(starts()).toBe(1)
  }
  await one.stop()
  await two.stop()
  await new Promise((done) => setTimeout(done, 1000))
  expect(await serverProcess(cluster)).toBeUndefined()
  await start(dataDir)
})
