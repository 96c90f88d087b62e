import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { inOneByte } from './lean-modules.ts'

/**
 * Writes the modules without their types and comments below `target`, for `built-sources.mjs`: what is not run need not be in
 * memory. Lines stay those of the sources, for stacks; columns do not.
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
  const plain = withoutComments(stripTypeScriptTypes(source))
  return plain.includes('.raw`') ? plain : inOneByte(plain)
}

/** Texts stay as they are; comments leave their line breaks, and blanks beside line breaks go. */
function withoutComments(source: string): string {
  const { program, comments } = parseSync('module.mjs', source)
  const texts = new Set<Span>()
  const keep = (text: Span) => void texts.add(text)
  new Visitor({ Literal: keep, TemplateElement: keep }).visit(program)
  let at = 0
  let plain = ''
  for (const span of [...comments, ...texts].toSorted((a, b) => a.start - b.start)) {
    const text = source.slice(span.start, span.end)
    plain += withoutMargins(source.slice(at, span.start)) + (texts.has(span) ? text : commentLeft(text))
    at = span.end
  }
  return plain + withoutMargins(source.slice(at))
}

interface Span {
  start: number
  end: number
}

/** A comment parts what stands on its sides, as a blank or a new line does. */
function commentLeft(comment: string): string {
  return comment.replace(/[^\n]/g, '') || ' '
}

function withoutMargins(code: string): string {
  return code.replace(/[ \t]*\n[ \t]*/g, '\n')
}
