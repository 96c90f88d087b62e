import { readSettings } from '#exercises/model/task/typed-settings.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { htmlOfTyped } from '#exercises/model/text/rich-text.ts'
import type { UnitMetadata } from '#exercises/model/text/unit-metadata.ts'
import { usualPoints } from '#exercises/model/unit.ts'

/**
 * Pages of an exercise as a plain text has them, a line a task, in the words teachers type into the editor:
 * `= type | instruction ¦ line ¦ line`; `@name value` fills another field than the first (one more line of it where it stands
 * again), `+ word` is a word that does not fit. `~ layout | title | task | percent` begins a page, which waits for that much of a
 * task where it says so.
 */
export function writtenPages(lines: readonly string[]) {
  const pages = [{ id: 'p1', title: '', elements: [] as ReturnType<typeof readElement>[] }]
  let count = 0
  for (const line of lines) {
    if (line.startsWith('~ ')) pages.push({ ...readPage(line), id: `p${pages.length + 1}`, elements: [] })
    if (line.startsWith('= ')) pages.at(-1)?.elements.push(readElement(line, count++))
  }
  return pages.filter((page) => page.elements.length > 0)
}

/** What an exercise is for: `% subject | grade, grade | stage, stage`, its subject without the name of the world. */
export function writtenAbout(world: string, lines: readonly string[]): Partial<UnitMetadata> {
  const line = lines.find((each) => each.startsWith('% '))
  if (line === undefined) return {}
  const [subjects = [], grades = [], schoolTypes = []] = line
    .slice(2)
    .split('|')
    .map((part) => part.split(',').flatMap((id) => id.trim() || []))
  return { subjects: subjects.map((id) => `${world}-${id}`), grades, schoolTypes }
}

function readPage(line: string) {
  const [layout = 'stack', title = '', task, percent = '100'] = line.slice(2).split(' | ')
  const condition = task && { afterElementId: `e${task}`, minScaled: Number(percent) / 100 }
  return { layout, title, ...(condition && { condition }) }
}

function readElement(line: string, at: number) {
  const [head = '', ...parts] = line.slice(2).split(' ¦ ')
  const [type = '', instruction = ''] = head.split(' | ')
  const row = typeOf(type)
  if (!row) throw new Error(`no kind of task: ${line}`)
  const others = parts.filter((part) => part.startsWith('+ ')).map((part) => part.slice(2))
  const fields = parts.flatMap((part) => /^@(\w+) (.*)$/.exec(part)?.slice(1) ?? [])
  const typed: Record<string, string> = { distractors: others.join('\n') }
  const main = row.editor[0]?.name ?? ''
  typed[main] = parts.filter((part) => !/^[+@]/.test(part)).join('\n')
  for (let place = 0; place < fields.length; place += 2) {
    const [name = '', line = ''] = fields.slice(place, place + 2)
    typed[name] = typed[name] ? `${typed[name]}\n${line}` : line
  }
  const data = row.schema.parse(row.fromTyped(typed))
  return {
    id: `e${at + 1}`,
    type,
    instruction,
    prompt: htmlOfTyped(instruction),
    points: row.kind === 'scored' ? usualPoints(type, data) : 0,
    right: typed.right ?? '',
    wrong: typed.wrong ?? '',
    ...readSettings(typed),
    data,
  }
}
