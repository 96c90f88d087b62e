import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Which processes use an embedded server, and who may start or stop it now. Both are files that name a process, so
 * that a killed process leaves nothing that holds others up: a file of a dead process counts as absent.
 */

const lockTimeoutMs = 90_000

/** Runs `fn` while no other process starts or stops the server of this folder. */
export async function withStartLock<T>(folder: string, fn: () => Promise<T>): Promise<T> {
  const path = join(folder, 'start.lock')
  const me = await processName(process.pid)
  const deadline = Date.now() + lockTimeoutMs
  while (!(await takeLock(path, me))) {
    if (Date.now() > deadline) throw new Error(`Another process holds ${path} for too long.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  try {
    return await fn()
  } finally {
    await rm(path, { force: true })
  }
}

async function takeLock(path: string, me: string): Promise<boolean> {
  try {
    await writeFile(path, me, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const holder = await readFile(path, 'utf8').catch(() => undefined)
  if (holder === undefined || holder === '' || (await isAlive(holder))) return false
  // Only one of several waiters can move the dead lock away; the name is checked again after the move.
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  )
  if (moved) {
    if ((await readFile(aside, 'utf8')) !== holder) await rename(aside, path)
    else await rm(aside, { force: true })
  }
  return false
}

/** Notes that this process uses the server; the returned function takes the note back. */
export async function register(folder: string): Promise<() => Promise<void>> {
  const users = join(folder, 'users')
  await mkdir(users, { recursive: true, mode: 0o700 })
  const file = join(users, randomBytes(8).toString('hex'))
  await writeFile(file, await processName(process.pid), { mode: 0o600 })
  return () => rm(file, { force: true })
}

/** Whether a living process still uses the server; notes of dead ones are removed on the way. */
export async function hasUsers(folder: string): Promise<boolean> {
  const users = join(folder, 'users')
  let alive = false
  for (const name of await readdir(users).catch(() => [])) {
    const holder = await readFile(join(users, name), 'utf8').catch(() => '')
    if (await isAlive(holder)) alive = true
    else await rm(join(users, name), { force: true })
  }
  return alive
}

/** Process id and start time: after a reboot an id belongs to another process. */
async function processName(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  return `${pid} ${started}`
}

async function isAlive(holder: string): Promise<boolean> {
  const pid = Number(holder.split(' ')[0])
  return pid > 0 && isRunning(pid) && (await processName(pid)) === holder
}

/** Whether a process id is taken at all. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
