import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import type { OfficeConverter } from './office-converter.ts'

const run = promisify(execFile)
const timeoutMs = 60_000
/** Kilobytes of address space one conversion may take. */
const mostMemoryKb = 2_000_000

/**
 * LibreOffice without a window: one file at a time, each with a fresh profile of its own, in a folder that is thrown
 * away, for a limited time and memory, and with nothing of the product in its environment.
 */
export function createLibreOffice(program: string): OfficeConverter {
  const limit = pLimit(1)
  return {
    convert: (path, ending) =>
      limit(async () => {
        const folder = await mkdtemp(join(tmpdir(), 'office-'))
        try {
          const source = join(folder, `source.${ending}`)
          await copyFile(path, source)
          const options = [
            '--headless',
            '--norestore',
            '--nolockcheck',
            `-env:UserInstallation=file://${folder}/profile`,
          ]
          const command = [program, ...options, '--convert-to', 'pdf', '--outdir', folder, source]
          // A shell only for the limit: what comes from outside is in no word it reads.
          await run('/bin/sh', ['-c', `ulimit -v ${mostMemoryKb}; exec "$0" "$@"`, ...command], {
            timeout: timeoutMs,
            killSignal: 'SIGKILL',
            env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8' },
          })
          return await readFile(join(folder, 'source.pdf'))
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      }),
  }
}
