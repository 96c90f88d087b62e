import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { articleFrontmatter, pageFrontmatter } from '#shared/contract/article.ts'

/** Editors' Markdown: `<collection>/<world>/<name>.md`, the same name in every world. */
const files = (collection: string) =>
  glob({
    pattern: '*/*.md',
    base: `./src/content/${collection}`,
    // Without this a slug in the frontmatter would become the id.
    generateId: ({ entry }) => entry.replace(/\.md$/, ''),
  })
const articles = (collection: string) =>
  defineCollection({ loader: files(collection), schema: articleFrontmatter })

export const collections = {
  info: defineCollection({ loader: files('info'), schema: pageFrontmatter }),
  help: articles('help'),
  magazine: articles('magazine'),
  podcast: articles('podcast'),
  'mental-health': articles('mental-health'),
  campaign: articles('campaign'),
  charity: articles('charity'),
}
