import { z } from 'zod'
import { savedSearchLimits } from '#platform/limits.ts'

const name = z.string().max(savedSearchLimits.name)

export const savedSearchSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Address of the results. */
  url: z.string(),
  /** A mail a day at most, when something new fits. */
  wantsMail: z.boolean(),
  createdAt: z.string(),
})
export type SavedSearch = z.infer<typeof savedSearchSchema>

export const newSavedSearchSchema = z.object({
  /** The query of the search page's address: `class_grade=6&query=bruch`. */
  params: z.string().max(savedSearchLimits.params),
  /** Left out: what is searched for. */
  name: name.optional(),
  wantsMail: z.boolean().optional(),
})

export const savedSearchChangeSchema = z.object({ name: name.optional(), wantsMail: z.boolean().optional() })
export type SavedSearchChange = z.infer<typeof savedSearchChangeSchema>
