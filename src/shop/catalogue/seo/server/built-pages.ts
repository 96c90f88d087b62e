import { readFileSync } from 'node:fs'
import { articlePath } from '#platform/routing/articles.ts'
import { type RouteName, routes } from '#platform/routing/routes.ts'
import { localizedPath } from '#platform/routing/url.ts'
import { type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'
import { tools } from '#shop/ai/ai-tools/rules/tools/tool-list.ts'
import type { ArticleKind } from '#shop/content/editorial/rules/contract.ts'
import type { Articles } from '#shop/content/editorial/server/service.ts'
import { type PageDates, pageDate } from './page-dates.ts'

/** Sitemaps of pages that change with the build alone: static pages and texts, and those of magazine and podcast. */
export const builtKinds = ['static', 'articles'] as const
export type BuiltKind = (typeof builtKinds)[number]

export interface BuiltPage {
  path: string
  lastmod: Date | undefined
}

/** Stands in the built files where the site's origin is put in when they are served. */
export const unknownOrigin = 'https://site.invalid'
/** Written by the build beside the pages, outside what is served as it is. */
export const builtSitemaps = 'dist/sitemaps'

/** Pages whose last change is a row of the database. */
export const livePages: readonly RouteName[] = ['home', 'offers']

/**
 * The pages of the route table that need no parameter (the root landing stands outside the worlds and is listed once)
 * and the editors' texts, without what opens and ends by the calendar.
 */
export function builtPages(
  kind: BuiltKind,
  world: LiveWorld,
  articles: Articles,
  dates: PageDates,
): BuiltPage[] {
  if (kind === 'articles') return textsOf(articles, world, ['magazine', 'podcast'])
  const pages = routes
    .filter((row) => row.sitemap === 'static' && row.robots === 'index,follow')
    .filter((row) => row.name !== 'root-landing' || world === liveWorlds()[0]?.world)
    .filter((row) => !/\{\w+\}/.test(row.pattern) && !livePages.includes(row.name))
    .map((row) => ({
      path: localizedPath(row.name, world),
      lastmod: changedPage(articles, dates, world, row.name),
    }))
  const ofTools = tools.map(({ id }) => ({
    path: localizedPath('ai-tool', world, { tool: id }),
    lastmod: pageDate(dates, 'ai-tool', world),
  }))
  return [...pages, ...ofTools, ...textsOf(articles, world, ['help', 'mental-health'])]
}

/** A built file as it is served: with its origin, and `more` at its end. Undefined without a build. */
export function readBuilt(kind: BuiltKind, world: LiveWorld, folder = builtSitemaps): string | undefined {
  try {
    return readFileSync(`${folder}/${fileBase(kind, world)}-0.xml`, 'utf8')
  } catch {
    return undefined
  }
}

export function fileBase(kind: BuiltKind, world: LiveWorld): string {
  return `${kind}-${world}`
}

function textsOf(articles: Articles, world: LiveWorld, kinds: readonly ArticleKind[]): BuiltPage[] {
  return kinds.flatMap((kind) =>
    articles
      .list(kind, world)
      // The first text on mental health is the landing itself, which stands in the route table.
      .filter((_article, at) => kind !== 'mental-health' || at > 0)
      .map((article) => ({ path: articlePath(kind, world, article), lastmod: article.updated })),
  )
}

/** When a page without parameters last changed: its own text, or the newest one it lists. */
function changedPage(
  articles: Articles,
  dates: PageDates,
  world: LiveWorld,
  name: RouteName,
): Date | undefined {
  const listed: Partial<Record<RouteName, ArticleKind>> = {
    'help-center': 'help',
    magazine: 'magazine',
    podcast: 'podcast',
    'mental-health': 'mental-health',
  }
  const kind = listed[name]
  if (kind === undefined) return articles.page(world, name)?.updated ?? pageDate(dates, name, world)
  const times = articles.list(kind, world).map(({ updated }) => updated.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : undefined
}
