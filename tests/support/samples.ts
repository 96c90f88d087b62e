import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'vitest'
import { untestedWord } from '../run/counts.ts'

/** Files of others for tests of imports: beside the project, or where `SAMPLES_FOLDER` says. They are not ours to hand on. */
const samplesFolder = process.env.SAMPLES_FOLDER ?? join(import.meta.dirname, '../../../shared/samples')

export function samples(name: string): string {
  return join(samplesFolder, name)
}

/** Tests that need a folder of samples; on a machine without it they are not run, and the sum of a run says how many (`run/counts.ts`). */
export function withSamples(name: string, define: () => void): void {
  if (existsSync(samples(name))) {
    define()
    return
  }
  const reason = `${untestedWord}: no samples at ${samples(name)}; SAMPLES_FOLDER names the folder they lie in`
  process.stderr.write(`${reason}\n`)
  suite(reason, { skip: true }, define)
}
