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
  if (existsSync(samples(name))) define()
  else
    test(`the samples ${name} are not on this machine: SAMPLES_FOLDER tells where they lie`, () => undefined)
}
