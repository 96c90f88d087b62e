import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pidFile, serverProcess } from '#platform/db/embedded/embedded-process.ts'

/** What `pg_ctl stop` sends by its mode, and what nobody can catch. */
export const endings = { kill: 'SIGKILL', fast: 'SIGINT', immediate: 'SIGQUIT' } as const
export type Ending = keyof typeof endings

/** Ends the embedded server of a product's data folder, and waits until it is gone. */
export async function endDatabase(dataDir: string, ending: Ending): Promise<void> {
  const folder = folderOf(dataDir)
  const pid = databasePid(dataDir)
  process.kill(pid, endings[ending])
  while ((await serverProcess(folder))?.pid === pid) await pause(5)
}

/** The parent of the embedded server's processes. */
export function databasePid(dataDir: string): number {
  return Number(readFileSync(pidFile(folderOf(dataDir)), 'utf8').split('\n')[0])
}

/** Waits until a database takes connections again. */
export async function untilDatabaseIsBack(databaseUrl: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 1000 })
    client.on('error', () => undefined)
    const isBack = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (isBack) return
    await pause(20)
  }
}

/** Where the embedded server of a data folder is reached. */
export function addressOfDatabase(dataDir: string): string {
  const { port, password } = cluster(dataDir)
  return `postgres://aularium:${password}@127.0.0.1:${port}/aularium`
}

function folderOf(dataDir: string): string {
  return cluster(dataDir).folder
}

function cluster(dataDir: string): { folder: string; port: number; password: string } {
  return JSON.parse(readFileSync(join(dataDir, 'postgres', 'server.json'), 'utf8'))
}
