import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/*
 * Everything a step starts has the step's own TMPDIR in its environment, or has a parent that has it. A process group
 * is not enough: PostgreSQL's `pg_ctl` and browsers open sessions of their own. Reads /proc, so Linux only; elsewhere
 * nothing is found.
 */

interface Running {
  pid: number
  parent: number
  name: string
  environment: string
}

/**
 * Processes whose TMPDIR is `folder` or below it, and their descendants.
 * @throws Error for a folder that is not a run's own
 */
export function processesOf(folder: string): { pid: number; name: string }[] {
  // A slip here would end every process of the machine.
  if (!/^\/.*aularium-/.test(folder)) throw new Error(`${folder} is not the folder of a run`)
  const all = running()
  const found = new Map<number, Running>()
  for (const process of all) if (isOf(process, folder)) found.set(process.pid, process)
  let size = -1
  while (found.size !== size) {
    size = found.size
    for (const process of all) if (found.has(process.parent)) found.set(process.pid, process)
  }
  return [...found.values()].map(({ pid, name }) => ({ pid, name }))
}

/** Ends them all, and those they start meanwhile. Returns the names of what had to be ended. */
export async function endProcessesOf(folder: string): Promise<string[]> {
  const ended = new Map<number, string>()
  for (let round = 0; round < 500; round += 1) {
    const found = processesOf(folder)
    if (found.length === 0) break
    for (const { pid, name } of found) {
      ended.set(pid, name)
      end(pid)
    }
    await pause(20)
  }
  return [...ended.values()]
}

/** Waits until nothing of the folder runs any more; false when something still does after so many milliseconds. */
export async function areGone(folder: string, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  while (processesOf(folder).length > 0) {
    if (performance.now() > deadline) return false
    await pause(50)
  }
  return true
}

function isOf({ environment }: Running, folder: string): boolean {
  return environment
    .split('\0')
    .some((line) => line === `TMPDIR=${folder}` || line.startsWith(`TMPDIR=${folder}/`))
}

function running(): Running[] {
  return entriesOf('/proc').flatMap((entry) => {
    const pid = Number(entry)
    if (!(pid > 0) || pid === process.pid) return []
    const stat = textOf(`/proc/${pid}/stat`)
    const end = stat.lastIndexOf(')')
    const [state, parent] = stat.slice(end + 2).split(' ')
    // A zombie has ended; it only waits for its parent to hear of it.
    if (end < 0 || state === 'Z') return []
    const name = stat.slice(stat.indexOf('(') + 1, end)
    return [{ pid, parent: Number(parent), name, environment: textOf(`/proc/${pid}/environ`) }]
  })
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Empty for a process that has just ended or belongs to somebody else. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // Gone meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
