import type { Answers } from '#exercises/model/task/widget.ts'

/** Names of an element's answers in the form that is posted without script: `a.<element>.<name>`, ticks with their value behind. */
export function fieldName(id: string, name: string, value?: string): string {
  return value === undefined ? `a.${id}.${name}` : `a.${id}.${name}.${value}`
}

/** Answers by element of what stands in a form. */
export function answersOfForm(entries: Iterable<[string, unknown]>): Record<string, Answers> {
  const answers = new Map<string, Map<string, string[]>>()
  for (const [field, value] of entries) {
    const [prefix, element, name, option] = field.split('.')
    if (prefix !== 'a' || !element || !name || typeof value !== 'string' || value === '') continue
    const ofElement = answers.get(element) ?? new Map<string, string[]>()
    answers.set(element, ofElement.set(name, [...(ofElement.get(name) ?? []), option ?? value]))
  }
  return Object.fromEntries([...answers].map(([id, names]) => [id, Object.fromEntries(names)]))
}
