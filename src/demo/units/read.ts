import { readFileSync } from 'node:fs'
import { textOfHtml } from '#exercises/model/text/rich-text.ts'
import { contentSchema, type UnitContent, usualSettings } from '#exercises/model/unit.ts'
import { writtenPages } from '#exercises/units/server/editing/written-pages.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
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
 * Exercises as teachers type them into the editor (`writtenPages`). `# title | subject | grade | stage | price | language`
 * begins one (its language where it is not that of the world), `> ` describes it, `@cover name | what it shows` is the picture above
 * it, `{up.mp3}` is a file of the demonstration.
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
  const [title = '', subject, grade = '', schoolType = '', price, language] = head.split(' | ')
  const pages = writtenPages(lines)
  const elements = pages.flatMap((page) => page.elements)
  const intro = lines.find((line) => line.startsWith('> '))?.slice(2) ?? ''
  const cover = coverOf(lines)
  const content = contentSchema.parse({
    title,
    description: intro,
    ...(cover && { cover }),
    ...{ subjects: [`${world}-${subject}`], grades: [grade], schoolTypes: [schoolType] },
    ...(language && { language }),
    pages,
    settings: { ...usualSettings, passPercent: 60 },
  })
  const tasks = elements.map(({ prompt }) => `- ${textOfHtml(prompt.replace(/<img [^>]*>/g, ''))}`).join('\n')
  return {
    title,
    subject: `${world}-${subject}`,
    grade,
    schoolType,
    price: price === '-' ? undefined : Number(price),
    description: [intro || title, tasks].join('\n\n'),
    content,
  }
}

function coverOf(lines: readonly string[]) {
  const line = lines.find((each) => each.startsWith('@cover '))
  if (line === undefined) return undefined
  const [asset = '', alt = ''] = line.slice('@cover '.length).split(' | ')
  return { asset, alt }
}
