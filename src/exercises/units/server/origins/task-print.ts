import { createHash } from 'node:crypto'
import { typeOf } from '#exercises/model/task/types.ts'
import { textOfHtml } from '#exercises/model/text/rich-text.ts'
import type { Element } from '#exercises/model/unit.ts'
import type { TaskWords } from '#platform/rules/text/task-likeness.ts'

/** With fewer different words two teachers may well have had the same idea. */
const fewestWords = 5
/** So many where nobody had to think of wrong options: "What is dog in German?" is asked in one way. */
const fewestOfFacts = 10
/** Types whose wrong answers are made up by their author. */
const chosen = new Set(['choice', 'true_false', 'gap_select'])
/** Where a pupil reads something in what is shown of a task; the rest are names, numbers and files. */
const readAt = new Set(['text', 'html', 'front', 'back', 'title', 'transcript', 'bank', 'alt'])

/**
 * A sum of the words of a task: what is asked, what there is to choose from, and what is right. Points, settings, comments, the
 * order of things, capitals and signs make no difference, nor does the format it travelled in. '': too few words.
 */
export function printOfTask(element: Pick<Element, 'type' | 'prompt' | 'data'>): string {
  const { words, wrong } = wordsOfTask({ id: '', ...element })
  if (words.length < (wrong.length > 0 ? fewestWords : fewestOfFacts)) return ''
  return createHash('sha256')
    .update([...words].sort().join(' '))
    .digest('base64url')
}

/** The different words of a task, plain, and those that are in its wrong options alone. */
export function wordsOfTask({
  id,
  type,
  prompt,
  data,
}: Pick<Element, 'id' | 'type' | 'prompt' | 'data'>): TaskWords {
  const row = typeOf(type)
  if (!row) return { id, words: [], wrong: [] }
  const said = new Set([prompt, ...row.solution(data)].flatMap(plainWords))
  const shown = row.view(data, () => 0).flatMap((widget) => wordsIn(widget, false))
  const words = new Set([...said, ...shown.flatMap(plainWords)])
  return {
    id,
    words: [...words],
    wrong: chosen.has(type) ? [...words].filter((word) => !said.has(word)) : [],
  }
}

function wordsIn(value: unknown, isRead: boolean): string[] {
  if (typeof value === 'string') return isRead ? [value] : []
  if (Array.isArray(value)) return value.flatMap((each) => wordsIn(each, isRead))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    wordsIn(each, typeof each === 'string' || Array.isArray(each) ? readAt.has(name) : false),
  )
}

function plainWords(text: string): string[] {
  const plain = textOfHtml(text.replace(/\{\{\w+\}\}/g, ' '))
  return (
    plain
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}
