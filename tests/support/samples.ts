import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'

/** Files of others for tests of imports: beside the project, or where `SAMPLES_FOLDER` says. They are not ours to hand on. */
const samplesFolder = process.env.SAMPLES_FOLDER ?? join(import.meta.dirname, '../../../shared/samples')

export function samples(name: string): string {
  return join(samplesFolder, name)
}

/** Tests that need a folder of samples; on a machine without it one line says so, and nothing counts as tested. */
export function withSamples(name: string, define: () => void): void {
  if (existsSync(samples(name))) {
    define()
    return
  }
  const reason = `NOT TESTED: no samples at ${samples(name)}; SAMPLES_FOLDER names the folder they lie in`
  // A reporter names no passed tests of many files.
  test(reason, () => process.stderr.write(`${reason}\n`))
}
