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

/** Something a followed author published. */
export const feedItemSchema = z.object({
  kind: z.enum(['material', 'post']),
  id: z.number().int(),
  title: z.string(),
  url: z.string(),
  author: z.object({ name: z.string(), url: z.string() }),
  publishedAt: z.string(),
})
export type FeedItem = z.infer<typeof feedItemSchema>

export const feedPageSchema = z.object({
  items: z.array(feedItemSchema),
  nextCursor: z.string().nullable(),
})
export type FeedPage = z.infer<typeof feedPageSchema>
