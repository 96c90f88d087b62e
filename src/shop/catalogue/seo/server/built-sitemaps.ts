import { mkdirSync } from 'node:fs'
import sitemap from '@astrojs/sitemap'
import type { AstroIntegration } from 'astro'
import { absoluteUrl } from '#platform/routing/url.ts'
import { type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'
import { readArticles } from '#shop/content/editorial/server/service.ts'
import { type BuiltKind, builtKinds, builtPages, fileBase, unknownOrigin } from './built-pages.ts'
import { datesFromHistory } from './page-dates.ts'

/**
 * @astrojs/sitemap for what changes with the build alone, a file for each world and kind; what lives in the database has
 * files of its own (sitemaps.ts). They are written outside the public folder: the origin is not known yet.
 */
export function builtSitemapFiles(): AstroIntegration[] {
  const dates = datesFromHistory()
  const articles = readArticles(undefined)
  const filesOf = (kind: BuiltKind, world: LiveWorld): AstroIntegration => {
    const pages = new Map(
      builtPages(kind, world, articles, dates).map(({ path, lastmod }) => [
        absoluteUrl(unknownOrigin, path),
        lastmod,
      ]),
    )
    const integration = sitemap({
      filenameBase: fileBase(kind, world),
      customPages: [...pages.keys()],
      // Astro's own list has the pages' internal addresses.
      filter: (address) => pages.has(address),
      serialize: (item) => {
        const lastmod = pages.get(item.url)
        return lastmod ? { ...item, lastmod: lastmod.toISOString() } : item
      },
    })
    return { name: `sitemap ${kind} ${world}`, hooks: { ...integration.hooks, ...outside(integration) } }
  }
  return builtKinds.flatMap((kind) => liveWorlds().map(({ world }) => filesOf(kind, world)))
}

/** The same file beside the folder of public files. */
function outside({ hooks }: AstroIntegration): AstroIntegration['hooks'] {
  return {
    'astro:build:done': async (options) => {
      const dir = new URL('../sitemaps/', options.dir)
      mkdirSync(dir, { recursive: true })
      await hooks['astro:build:done']?.({ ...options, dir })
    },
  }
}
