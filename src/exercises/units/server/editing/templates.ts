import { readFile } from 'node:fs/promises'
import type { UnitTemplate } from '#exercises/model/task/templates.ts'
import { contentSchema, type UnitContent } from '#exercises/model/unit.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { emptyUnit } from './editing.ts'
import { writtenAbout, writtenPages } from './written-pages.ts'

/** What a new unit of a world holds: nothing, or the tasks of a template, whose words are there to be overwritten. */
export async function begunUnit(
  world: LiveWorldCode,
  title: string,
  template: UnitTemplate | undefined,
): Promise<UnitContent> {
  const empty = emptyUnit(title)
  if (template === undefined) return empty
  const lines = (await templateLines(world)).get(template)
  if (!lines) throw new Error(`${world}: no template ${template}`)
  return contentSchema.parse({ ...empty, ...writtenAbout(world, lines), pages: writtenPages(lines) })
}

/** The templates of a world, each a block that begins with `# id`; its lines are read by `writtenPages`. */
export async function templateLines(world: LiveWorldCode): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(new URL(`./templates/${world}.txt`, import.meta.url), 'utf8')
  const blocks = text.split(/^# /m).slice(1)
  return new Map(blocks.map((block) => block.trimEnd().split('\n')).map(([id = '', ...lines]) => [id, lines]))
}
