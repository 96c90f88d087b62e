import { z } from 'zod'
import { idSchema, versionSchema } from '#platform/rules/contract/world.ts'

/** Documents of one member in one world, what one may hold, and how long a deleted one can be brought back. */
export const documentLimits = { perMember: 200, title: 160, text: 100_000, trashDays: 30 } as const

export const documentLineSchema = z.object({
  id: idSchema,
  title: z.string(),
  updatedAt: z.string(),
})
export type DocumentLine = z.output<typeof documentLineSchema>

export const documentSchema = documentLineSchema.extend({
  /** Headings, lists and tables as in Markdown. */
  text: z.string(),
  /** The language of its words, as a world's code. */
  language: z.string(),
  version: versionSchema,
})
export type AiDocument = z.output<typeof documentSchema>

export const documentChangeSchema = z.object({
  title: z.string().max(documentLimits.title),
  text: z.string().max(documentLimits.text),
  /** The version that was edited: another one meanwhile is a conflict. */
  version: versionSchema,
})
export type DocumentChange = z.output<typeof documentChangeSchema>

export const documentFormats = ['html', 'md'] as const
export type DocumentFormat = (typeof documentFormats)[number]
