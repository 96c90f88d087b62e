import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { prepareTemplate } from './database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

/** One server with one migrated template per run; test files clone the template (`testDatabase`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aularium-test-'))
  // mkdtemp closes the folder, but under root the server runs as somebody else.
  await chmod(dataDir, 0o711)
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' },
  })
  await prepareTemplate(server.databaseUrl)
  project.provide('databaseUrl', server.databaseUrl)
  return () => server.destroy()
}
