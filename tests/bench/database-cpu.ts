import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pidFile } from '#platform/db/embedded/embedded-process.ts'

/** CPU time of the embedded database of a data folder up to now, with all its backends, in seconds; Linux only. */
export function databaseCpuSeconds(dataDir: string): number {
  const { folder } = JSON.parse(readFileSync(join(dataDir, 'postgres', 'server.json'), 'utf8')) as {
    folder: string
  }
  const postmaster = Number(readFileSync(pidFile(folder), 'utf8').split('\n')[0])
  const own = statOf(postmaster)
  const backends = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => statOf(Number(pid)))
    .filter((stat) => stat?.parent === postmaster)
  // What has ended stands in the postmaster's own account of its children.
  return backends.reduce(
    (sum, stat) => sum + (stat?.seconds ?? 0),
    (own?.seconds ?? 0) + (own?.endedSeconds ?? 0),
  )
}

/** `/proc/<pid>/stat` counts ticks of 10 ms; the name in it may hold blanks. Undefined: it has ended. */
function statOf(pid: number): { parent: number; seconds: number; endedSeconds: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0] = fields.slice(1)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
    return { parent, seconds: (user + system) / 100, endedSeconds: (endedUser + endedSystem) / 100 }
  } catch {
    return undefined
  }
}
