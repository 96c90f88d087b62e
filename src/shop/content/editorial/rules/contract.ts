import { z } from 'zod'

/** Kinds of texts editors write as Markdown, one folder each below src/shop/content/editorial/texts; what has no address here is a page. */
export const articleKinds = ['help', 'magazine', 'podcast', 'mental-health', 'campaign', 'charity'] as const
export type ArticleKind = (typeof articleKinds)[number]

export const helpCategories = ['buying', 'using', 'account', 'selling', 'trust'] as const
export type HelpCategory = (typeof helpCategories)[number]

/** Frontmatter of a page with an address of its own in the route table: terms, imprint, team ... */
export const pageFrontmatter = z.object({ title: z.string().min(3), updated: z.coerce.date() })

/** Frontmatter of an article. `id` is the same in every world and never changes; the slug may. */
export const articleFrontmatter = z.object({
  id: z.coerce.number().int().positive(),
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string().min(3).max(110),
  /** Also the description search engines show. */
  description: z.string().min(40).max(155),
  /** Day of publication. */
  date: z.coerce.date(),
  /** Day of the last change worth knowing of: the lastmod of the sitemap. */
  updated: z.coerce.date(),
  /** Place in its list, the smallest first; without one the newest come first. */
  order: z.coerce.number().int().optional(),
  /** What materials shown below it are searched by: words with commas between. */
  materials: z.string().min(2).max(200).optional(),
  /** Help articles only. */
  category: z.enum(helpCategories).optional(),
  /** Campaigns and charities: shown from then, gone (410) after the end. UTC. */
  startsAt: z.coerce.date().optional(),
  endsAt: z.coerce.date().optional(),
  /** Podcast: a file below public/, its size and length. Without it the episode is a text to read. */
  audio: z.string().startsWith('/').optional(),
  audioBytes: z.coerce.number().int().positive().optional(),
  audioSeconds: z.coerce.number().int().positive().optional(),
})
export type ArticleFields = z.output<typeof articleFrontmatter>
