import { z } from 'zod'
import { cleanHtml } from '#exercises/model/text/clean-html.ts'
import { htmlOfTyped } from '#exercises/model/text/rich-text.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { typedSettingsSchema } from './typed-fields.ts'

const idText = z.string().regex(/^[0-9a-z]{1,26}$/)
const text = z.string().max(interactiveLimits.textLength * 5)

/** An element as the editor has it: what was typed, by the names of its type's fields. */
export const typedElementSchema = z.object({
  id: idText,
  type: z.string().max(40),
  prompt: text,
  points: z.string().max(20),
  right: text,
  wrong: text,
  ...typedSettingsSchema.shape,
  f: z.record(z.string().max(40), text),
})
export type TypedElement = z.output<typeof typedElementSchema>

/** A task of a draft that nobody could play yet. */
const unfinishedSchema = z.object({
  page: idText,
  /** Its place among all tasks of its page. */
  at: z.number().int().min(0),
  /** The fields that keep it from being played. */
  fields: z.array(z.string()),
  element: typedElementSchema,
})
export type UnfinishedTask = z.output<typeof unfinishedSchema>

/** What is stored of unfinished tasks; what no editor understands any more is left out. */
export function readUnfinished(stored: unknown): UnfinishedTask[] {
  const rows = Array.isArray(stored) ? stored : []
  return rows.flatMap((row) => unfinishedSchema.safeParse(row).data ?? [])
}

/** A task as it is kept while it is unfinished: what is seen as HTML is clean already. */
export function storedUnfinished(task: UnfinishedTask): UnfinishedTask {
  const { prompt, f } = task.element
  const read = f.text?.includes('<') ? { ...f, text: cleanHtml(htmlOfTyped(f.text)) } : f
  return { ...task, element: { ...task.element, prompt: cleanHtml(htmlOfTyped(prompt)), f: read } }
}

/** Pages with their unfinished tasks in their places; those whose page is gone stand on the last one. */
export function withUnfinished<P extends { id: string; elements: TypedElement[] }>(
  pages: readonly P[],
  unfinished: readonly UnfinishedTask[],
): P[] {
  const typed = new Map(unfinished.map(({ element }) => [element.id, element]))
  const stored = new Set(pages.flatMap(({ elements }) => elements.map(({ id }) => id)))
  const pageOf = ({ page }: UnfinishedTask) => pages.find(({ id }) => id === page) ?? pages.at(-1)
  return pages.map((page) => {
    const elements = page.elements.map((element) => typed.get(element.id) ?? element)
    const added = unfinished
      .filter((task) => !stored.has(task.element.id) && pageOf(task) === page)
      .toSorted((a, b) => a.at - b.at)
    for (const { at, element } of added) elements.splice(at, 0, element)
    return { ...page, elements }
  })
}

/** What keeps unfinished tasks from being published, as `<element>.<field>`. */
export function unfinishedGaps(unfinished: readonly UnfinishedTask[]): string[] {
  return unfinished.flatMap(({ element, fields }) => fields.map((field) => `${element.id}.${field}`))
}
