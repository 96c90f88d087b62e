import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { inOneByte } from './lean-modules.ts'

/**
 * Writes the modules without their types below `target`, for `built-sources.mjs`. Types become blanks, so that lines and columns
 * stay; only behind a sign outside of Latin-1 a column may be further to the right.
 */
export function stripSources(files: readonly string[], target: string, project = '.'): void {
  rmSync(target, { recursive: true, force: true })
  for (const file of files) {
    const plain = withoutTypes(readFileSync(join(project, file), 'utf8'))
    const copy = join(target, file)
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, plain)
  }
}

/** A raw text would show an escape as it is written. */
export function withoutTypes(source: string): string {
  const plain = stripTypeScriptTypes(source)
  return plain.includes('.raw`') ? plain : inOneByte(plain)
}
