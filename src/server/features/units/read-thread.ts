import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { readFile } from './read-file.ts'

// On Linux a thread has a priority of its own: where cores are short, pages go before imports.
if (process.platform === 'linux')
  setPriority(0, Math.max(getPriority(0), constants.priority.PRIORITY_BELOW_NORMAL))

/** The thread of import-thread.ts: one file, then it ends. */
const { name, bytes } = workerData as { name: string; bytes: Uint8Array }
parentPort?.postMessage(
  readFile({ name, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }),
)
