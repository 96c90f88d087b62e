import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { leanModule } from './without-comments.ts'

/**
 * Writes the modules without their types below `target`, for `built-sources.mjs`. Types become blanks and
 * comments go, so that lines stay, and columns but for those behind a comment or a sign outside of Latin-1.
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

/** Also without comments, which stay in memory as long as the process. */
export function withoutTypes(source: string): string {
  const plain = stripTypeScriptTypes(source)
  return leanModule(plain) ?? plain
}
