import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning } from './embedded-users.ts'

/** Where a server writes who it is; what is killed leaves it behind. */
export function pidFile(folder: string): string {
  return join(folder, 'postmaster.pid')
}

/** The living server that `postmaster.pid` names. */
export async function serverProcess(
  folder: string,
): Promise<{ pid: number; port: number; isReady: boolean } | undefined> {
  const lines = (await readFile(pidFile(folder), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0) || !isRunning(pid) || !(await isPostmaster(pid, folder))) return undefined
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
}

/** After a restart of the machine the id may belong to a stranger. Without /proc the id has to do. */
async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (command === undefined) return true
  return command.includes('postgres') && command.split('\0').includes(folder)
}
