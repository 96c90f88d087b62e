import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'

/** Editors' Markdown: one file per page and world, for example info/de/terms.md. */
const info = defineCollection({
  loader: glob({ pattern: '*/*.md', base: './src/content/info' }),
  schema: z.object({ title: z.string(), updated: z.coerce.date() }),
})

export const collections = { info }
