import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { RouteName } from '#platform/routing/routes.ts'
import { type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'

/** When pages without frontmatter last changed, by `<route> <world>`: ISO times. */
export type PageDates = Readonly<Record<string, string>>

/** Written by the build beside what it is about. */
export const pageDatesFile = 'dist/page-dates.json'

/** Pages whose words stand in the locales and in no file with a date of its own: page file and namespace. */
const textPages: Partial<Record<RouteName, { page: string; namespace: string }>> = {
  'root-landing': { page: 'index.astro', namespace: 'landing' },
  homeschooling: { page: '[world]/homeschooling.astro', namespace: 'landing' },
  'seller-landing': { page: '[world]/seller-landing.astro', namespace: 'seller' },
  'app-landing': { page: '[world]/app.astro', namespace: 'landing' },
}

/** The last commit of each page's own files. Without a history nothing is known, and nothing is said. */
export function datesFromHistory(): PageDates {
  const dates: Record<string, string> = {}
  for (const [name, { page, namespace }] of Object.entries(textPages)) {
    for (const { world } of liveWorlds()) {
      const date = lastCommit([`src/pages/${page}`, `locales/${world}/${namespace}.json`])
      if (date !== undefined) dates[`${name} ${world}`] = date
    }
  }
  return dates
}

/** What the build wrote; empty where it could not know. */
export function readPageDates(file: string = pageDatesFile): PageDates {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PageDates
  } catch {
    return {}
  }
}

/** The date of one page in one world, never in the future. */
export function pageDate(dates: PageDates, name: RouteName, world: LiveWorld): Date | undefined {
  const date = new Date(dates[`${name} ${world}`] ?? Number.NaN)
  return date.getTime() <= Date.now() ? date : undefined
}

function lastCommit(files: string[]): string | undefined {
  // ':(literal)', because the folder [world] would be read as a pattern.
  const paths = files.map((file) => `:(literal)${file}`)
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%cI', '--', ...paths], {
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() || undefined : undefined
}
