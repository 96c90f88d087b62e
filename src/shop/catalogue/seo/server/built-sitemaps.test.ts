import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AstroIntegration } from 'astro'
import { expect, test } from 'vitest'
import { articlePath } from '#platform/routing/articles.ts'
import { url } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { readArticles } from '#shop/content/editorial/server/articles.ts'
import { builtKinds, readBuilt, unknownOrigin } from './built-pages.ts'
import { builtSitemapFiles } from './built-sitemaps.ts'

type Hooks = Record<string, ((options: object) => Promise<void> | void) | undefined>
const logger = { info: () => undefined, warn: fail, error: fail }
function fail(message: string): never {
  throw new Error(message)
}

/** As Astro runs an integration at the end of a build. */
async function build({ hooks }: AstroIntegration, dir: URL): Promise<void> {
  const run = hooks as Hooks
  await run['astro:routes:resolved']?.({ routes: [] })
  await run['astro:config:done']?.({ config: { site: unknownOrigin, base: '/', trailingSlash: 'never' } })
  await run['astro:build:done']?.({ dir, pages: [{ pathname: 'kit' }], logger })
}

test('a file for each world and kind: its pages with their days, an origin that is put in later, no other page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aularium-sitemaps-'))
  for (const integration of builtSitemapFiles()) await build(integration, pathToFileURL(`${folder}/client/`))
  const articles = readArticles(undefined)
  for (const { world } of liveWorlds()) {
    const [still = '', texts = ''] = builtKinds.map((kind) => readBuilt(kind, world, `${folder}/sitemaps`))
    expect(still).toContain(`<loc>${unknownOrigin}${url('terms', { world })}</loc><lastmod>2026-`)
    for (const [kinds, file] of [
      [['help'], still],
      [['magazine', 'podcast'], texts],
    ] as const)
      for (const article of kinds.flatMap((kind) => articles.list(kind, world)))
        expect(file).toContain(
          `<loc>${unknownOrigin}${articlePath(article.kind, world, article)}</loc><lastmod>${article.updated.toISOString()}`,
        )
    expect(still + texts).not.toContain('/kit')
    expect(still).not.toContain(`${url('home', { world })}<`)
    expect(still.includes(`${unknownOrigin}/<`)).toBe(world === liveWorlds()[0]?.world)
  }
})
