import { readFileSync } from 'node:fs'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import { htmlOfTyped } from '#shared/interactive/rich-text.ts'
import { readSettings } from '#shared/interactive/typed-settings.ts'
import { typeOf } from '#shared/interactive/types.ts'
import { contentSchema, type UnitContent, usualPoints, usualSettings } from '#shared/interactive/unit.ts'
import { type DemoAsset, demoAssets } from './assets.ts'

/** An exercise of the demonstration; `price` in minor units: sold or given away as a material; none: practice alone. */
export interface DemoUnit {
  title: string
  subject: string
  grade: string
  schoolType: string
  price: number | undefined
  description: string
  content: UnitContent
}

/**
 * Exercises as teachers type them into the editor, a line a task. `# title | subject | grade | stage | price` begins one,
 * `> ` describes it, `= type | instruction ¦ line ¦ line` is a task: `@name value` fills another field than the first (one more line of
 * it where it stands again), `+ word` is a word that does not fit, `{up.mp3}` a file of the demonstration; `~ layout | title | task |
 * percent` begins a page, which waits for that much of a task where it says so.
 */
export function demoUnits(world: LiveWorldCode): DemoUnit[] {
  const source = readFileSync(new URL(`./${world}.txt`, import.meta.url), 'utf8')
  const blocks = withAssets(source, demoAssets()).split(/^# /m).slice(1)
  return blocks.map((block) => readUnit(world, block.trimEnd().split('\n')))
}

function withAssets(source: string, assets: ReadonlyMap<string, DemoAsset>): string {
  return source.replace(/\{([a-z-]+\.[a-z0-9]+)\}/g, (_written, name: string) => {
    const asset = assets.get(name)
    if (!asset) throw new Error(`no such file: ${name}`)
    return asset.key
  })
}

function readUnit(world: LiveWorldCode, [head = '', ...lines]: readonly string[]): DemoUnit {
  const [title = '', subject, grade = '', schoolType = '', price] = head.split(' | ')
  const pages = readPages(lines)
  const elements = pages.flatMap((page) => page.elements)
  const told = lines.find((line) => line.startsWith('> '))?.slice(2) ?? ''
  const content = contentSchema.parse({
    title,
    description: told,
    pages,
    settings: { ...usualSettings, passPercent: 60 },
  })
  const tasks = elements.map(({ instruction }) => `- ${instruction}`).join('\n')
  return {
    title,
    subject: `${world}-${subject}`,
    grade,
    schoolType,
    price: price === '-' ? undefined : Number(price),
    description: [told || title, tasks].join('\n\n'),
    content,
  }
}

function readPages(lines: readonly string[]) {
  const pages = [{ id: 'p1', title: '', elements: [] as ReturnType<typeof readElement>[] }]
  let count = 0
  for (const line of lines) {
    if (line.startsWith('~ ')) pages.push({ ...readPage(line), id: `p${pages.length + 1}`, elements: [] })
    if (line.startsWith('= ')) pages.at(-1)?.elements.push(readElement(line, count++))
  }
  return pages.filter((page) => page.elements.length > 0)
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
