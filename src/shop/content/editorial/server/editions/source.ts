import { isMap, parseDocument } from 'yaml'

/** The parts of a source: the lines at the top, and the Markdown below them. */
export interface SourceParts {
  head: string
  body: string
}

/** Values that are numbers; what else looks like one is words. */
const numbers: ReadonlySet<string> = new Set(['id', 'order', 'part', 'season', 'audioBytes', 'audioSeconds'])

const frontmatter = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)(?:[ \t]*\r?\n)?/

/** Cuts a source into its parts; without frontmatter all of it is body. */
export function cut(source: string): SourceParts {
  const [whole = '', head = ''] = frontmatter.exec(source) ?? []
  return { head, body: source.slice(whole.length) }
}

/** The frontmatter as words of a form: each value as it is written. */
export function fieldsOf(source: string): Record<string, string> {
  const document = parseDocument(cut(source).head)
  const values: unknown = document.toJS()
  if (!isMap(document.contents) || typeof values !== 'object' || values === null) return {}
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : String(value),
    ]),
  )
}

/**
 * A source with other values and another body. What is the same stays as it was written, to the byte: a text that was only
 * looked at is not changed. An empty value takes its line away.
 */
export function compose(base: string, fields: Readonly<Record<string, string>>, body: string): string {
  const before = cut(base)
  const known = fieldsOf(base)
  const document = parseDocument(before.head === '' ? '{}' : before.head)
  if (before.head === '' && isMap(document.contents)) document.contents.flow = false
  let isChanged = before.head === ''
  for (const [name, value] of Object.entries(fields)) {
    if ((known[name] ?? '') === value) continue
    isChanged = true
    if (value === '') document.delete(name)
    else document.set(name, numbers.has(name) && /^\d{1,9}$/.test(value) ? Number(value) : value)
  }
  const head = isChanged ? document.toString({ lineWidth: 0 }).trimEnd() : before.head
  const text = body.replaceAll('\r\n', '\n')
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return `---\n${head}\n---\n\n${ended}`
}
