import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

// On Linux a thread has a priority of its own: where cores are short, pages go before passwords.
if (process.platform === 'linux')
  setPriority(0, Math.max(getPriority(0), constants.priority.PRIORITY_BELOW_NORMAL))

/** A thread of hash-threads.ts: one password at a time. */
parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters))
})
