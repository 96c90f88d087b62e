import { contentSchema, type UnitContent } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { createUnit } from '../own-units.ts'

/** A question another part of the product has made: with options to choose from, or an answer to type. */
export interface MadeTask {
  prompt: string
  options?: readonly string[] | undefined
  answer: string
}

/** A unit of the member's own with these questions, as a draft. @throws ProductError unauthorized; too_large */
export async function createUnitOfTasks(
  context: Context,
  { title, tasks }: { title: string; tasks: readonly MadeTask[] },
): Promise<{ id: number }> {
  const elements = tasks.map(({ prompt, options, answer }, at) => ({
    id: `e${at + 1}`,
    prompt: prompt
      .split('\n')
      .map((line) => `<p>${escapeHtml(line)}</p>`)
      .join(''),
    points: 1,
    ...(options === undefined ? typed(answer) : chosen(options, answer)),
  }))
  const content: UnitContent = contentSchema.parse({ title, pages: [{ id: 'p1', elements }] })
  return await createUnit(context, content)
}

function typed(answer: string) {
  const answers = [{ pattern: answer.replaceAll('*', '\\*'), fraction: 1 }]
  return { type: 'short_text', data: { answers, caseSensitive: false, acceptTypos: true } }
}

function chosen(options: readonly string[], answer: string) {
  const rows = options.map((text, at) => ({ id: `o${at + 1}`, text, weight: text === answer ? 1 : 0 }))
  return { type: 'choice', data: { isMulti: false, policy: 'net', options: rows } }
}
