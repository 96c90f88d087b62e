import { z } from 'zod'
import { contentLanguages } from '#platform/rules/search-attributes.ts'

/** As many as a material may name. */
export const mostTerms = 20
const termsSchema = z
  .array(z.string().max(60))
  .max(mostTerms)
  .transform((ids) => [...new Set(ids)])

/** What a unit is for: terms of its world by their ids, and the language of its words; '': that of its world. */
export const metadataFields = {
  subjects: termsSchema.default([]),
  grades: termsSchema.default([]),
  schoolTypes: termsSchema.default([]),
  language: z.enum([...contentLanguages, '']).default(''),
}
export const metadataSchema = z.object(metadataFields)
export type UnitMetadata = z.output<typeof metadataSchema>

/** The same where whoever sends nothing of it changes nothing of it. */
export const sentAboutFields = {
  subjects: termsSchema.optional(),
  grades: termsSchema.optional(),
  schoolTypes: termsSchema.optional(),
  language: z.enum([...contentLanguages, '']).optional(),
}

/** The metadata of a unit that has none. */
export const noMetadata: UnitMetadata = metadataSchema.parse({})

/** The language in which a unit is written, `de` to `zh`: what its teacher said, else that of its world. */
export function wordsLanguage({ language }: Pick<UnitMetadata, 'language'>, ofWorld: string): string {
  return language === '' || language === 'none' ? ofWorld : language
}

/** What content says of this; nothing where there is no content any more. */
export function aboutOf(content: unknown): UnitMetadata {
  return metadataSchema.safeParse(content).data ?? noMetadata
}
