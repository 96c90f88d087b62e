import { rmSync } from 'node:fs'
import { endProcessesOf } from './process-tree.ts'

/*
 * Outlives the runner: when its standard input closes, however the runner came to its end, everything of the run's
 * folder (the argument) is ended and the folder deleted.
 */

const [folder = ''] = process.argv.slice(2)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.stdin.resume()
process.stdin.once('close', async () => {
  await endProcessesOf(folder)
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
