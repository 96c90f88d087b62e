import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { inOneByte } from './lean-modules.ts'

/** Packages that the server always loads and of whose source a third or more is comments. All are ES modules. */
const talkative = ['kysely', 'nodemailer', 'pg-boss', 'satteri', 'zod']

/** Writes the modules of these packages without comments below `target`, for `built-sources.mjs`. */
export function leanPackages(target: string, packages = talkative, project = '.'): void {
  rmSync(join(target, 'node_modules'), { recursive: true, force: true })
  for (const name of packages) {
    const folder = join('node_modules', name)
    for (const entry of readdirSync(join(project, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.m?js$/.test(entry.name)) continue
      const file = join(entry.parentPath.slice(project === '.' ? 0 : project.length + 1), entry.name)
      const lean = leanModule(readFileSync(join(project, file), 'utf8'))
      if (lean === undefined) continue
      mkdirSync(dirname(join(target, file)), { recursive: true })
      writeFileSync(join(target, file), lean)
    }
  }
}

/** A module without comments, one byte a letter; undefined for what is none. A source stays in memory as long as the process. */
export function leanModule(source: string): string | undefined {
  const plain = withoutComments(source)
  return plain === undefined || plain.includes('.raw`') ? plain : inOneByte(plain)
}

/** Line breaks stay, so that lines are those of the source. */
export function withoutComments(source: string): string | undefined {
  const { comments, errors } = parseSync('module.js', source, { sourceType: 'module' })
  if (errors.length > 0) return undefined
  const parts: string[] = []
  let at = 0
  for (const { start, end } of comments) {
    // A blank, because what stood on both sides of it was not one word.
    parts.push(source.slice(at, start), source.slice(start, end).replace(/[^\n]+/g, ' '))
    at = end
  }
  return [...parts, source.slice(at)].join('')
}
