import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** How often one that waits for another's build looks again. */
const pollMs = 200

/**
 * Runs a piece of work when no other process does: a web process and a worker that are started together would else empty each
 * other's folder. What a process left behind that was killed is taken over.
 */
export async function alone<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true })
  while (!take(file)) {
    if (!isHeld(file)) rmSync(file, { force: true })
    else await setTimeout(pollMs)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file: string): boolean {
  try {
    const handle = openSync(file, 'wx')
    writeSync(handle, String(process.pid))
    closeSync(handle)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Whether the process that is named in the file still runs; one that has only just made it counts, too. */
function isHeld(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    if (holder > 0) process.kill(holder, 0)
    return true
  } catch (error) {
    // Of another account: it runs.
    return isCode(error, 'EPERM')
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
