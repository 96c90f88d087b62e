/**
 * How teachers write lists in a plain text field: one thing a line, `|` between its parts, `*` before what is right. A
 * backslash takes a sign's meaning away.
 */
export interface Line {
  isMarked: boolean
  parts: string[]
}

/** Reads what was typed; empty lines are nothing. */
export function readLines(text: string): Line[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(readLine)
}

function readLine(line: string): Line {
  const isMarked = line.startsWith('*')
  const parts: string[] = ['']
  const signs = isMarked ? line.slice(1) : line
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at] ?? ''
    const next = signs[at + 1]
    const last = parts.length - 1
    if (sign === '\\' && next !== undefined && '\\|*n'.includes(next)) {
      parts[last] += next === 'n' ? '\n' : next
      at += 1
    } else if (sign === '|') parts.push('')
    else parts[last] += sign
  }
  return { isMarked, parts: parts.map((part) => part.trim()) }
}

/** The line as it would have been typed; empty parts at its end are left out. */
export function writeLine(parts: readonly (string | undefined)[], isMarked = false): string {
  const texts = parts.map((part = '') => part)
  while (texts.length > 1 && texts.at(-1) === '') texts.pop()
  const line = texts.map(escapePart).join(' | ')
  if (isMarked) return `* ${line}`
  return line.startsWith('*') ? `\\${line}` : line
}

function escapePart(text: string): string {
  return text
    .trim()
    .replace(/[\\|]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|\n/g, '\\n')
}
