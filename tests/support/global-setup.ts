import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded.ts'
import { prepareTemplate } from './database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

/**
 * A folder in memory where there is one with room: a database of a test file is a thousand small files, made and deleted,
 * which takes the usual disk two seconds and memory a fifth of one.
 */
async function fastFolder(): Promise<string> {
  const memory = '/dev/shm'
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free >= 6 * 2 ** 30 ? memory : tmpdir()
}

/** One server with one migrated template per run; test files clone the template (`testDatabase`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(await fastFolder(), 'aularium-test-'))
  // mkdtemp closes the folder, but under root the server runs as somebody else.
  await chmod(dataDir, 0o711)
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: {
      ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' },
      // The log is as large as it has to be, and not compressed: nobody reads it.
      ...{ wal_compression: 'off', max_wal_size: '256MB' },
    },
  })
  await prepareTemplate(server.databaseUrl)
  project.provide('databaseUrl', server.databaseUrl)
  return () => server.destroy()
}
