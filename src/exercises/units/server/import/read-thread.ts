import { constants, getPriority, setPriority } from 'node:os'
import { serveApart } from '#platform/jobs/apart-thread.ts'
import { readFile, type SentFile } from './read-file.ts'

// On Linux a thread has a priority of its own: where cores are short, pages go before imports.
if (process.platform === 'linux')
  setPriority(0, Math.max(getPriority(0), constants.priority.PRIORITY_BELOW_NORMAL))

/** The thread of import-thread.ts. */
serveApart((file: SentFile) => readFile(file))
