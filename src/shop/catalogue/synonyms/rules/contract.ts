import { z } from 'zod'

export const synonymSchema = z.object({
  /** In lower case without accents, as it is looked up; up to three words. */
  term: z.string(),
  /** What a search for the term finds as well; each one word or several that must all occur. */
  synonyms: z.array(z.string()),
})
export type Synonym = z.infer<typeof synonymSchema>

export const synonymInputSchema = z.object({
  term: z.string().max(100),
  synonyms: z.array(z.string().max(100)).min(1).max(8),
})
