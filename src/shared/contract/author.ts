import { z } from 'zod'
import { imageSchema } from './material.ts'

/** An author among the followed ones. */
export const followedAuthorSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  url: z.string(),
  subtitle: z.string(),
  avatar: imageSchema.nullable(),
  totalMaterials: z.number().int(),
})
export type FollowedAuthor = z.infer<typeof followedAuthorSchema>

export interface FollowedPage {
  items: FollowedAuthor[]
  _total: number
}
