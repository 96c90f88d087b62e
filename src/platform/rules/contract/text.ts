import { z } from 'zod'

/** Whether PostgreSQL can hold a text: no NUL, and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** The string of every input schema that reads a text from inside another text (a query in a field, a cursor). */
export const textSchema = z.string().refine(isStorable)

/**
 * Where a value from outside holds a text that nobody can store, as paths (`answers.0.text`); names of fields count,
 * too. Asked once for each input, before its own schema: no service ever sees such a text. Without recursion, because
 * JSON may be nested deeper than a stack.
 */
export function unstorableTexts(input: unknown): string[] {
  const found: string[] = []
  const waiting: [path: string, value: unknown][] = [['', input]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, value] = next
    if (typeof value === 'string' && !isStorable(value)) found.push(path || 'body')
    if (typeof value !== 'object' || value === null) continue
    for (const [name, part] of Object.entries(value)) {
      if (!isStorable(name)) found.push(path || 'body')
      else waiting.push([path === '' ? name : `${path}.${name}`, part])
    }
  }
  return [...new Set(found)]
}

/** The fields of a form that hold such a text, each once. */
export function unstorableFields(lists: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(lists).flatMap(([name, all]) => {
    if (!isStorable(name)) return ['body']
    return all.every(isStorable) ? [] : [name]
  })
}
