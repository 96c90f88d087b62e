import { z } from 'zod'
import { commentLength, postSourceLength, titleLength } from '#platform/limits.ts'
import { imageSchema } from '#platform/rules/contract/material.ts'
import { idSchema, versionSchema } from '#platform/rules/contract/world.ts'

const authorSchema = z.object({ id: z.number().int(), name: z.string(), url: z.string() })

/** A published post in a list. */
export const postCardSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  url: z.string(),
  excerpt: z.string(),
  author: authorSchema,
  /** The cover of the material it is about. */
  cover: imageSchema.nullable(),
  publishedAt: z.string(),
  /** Of the words; comments and likes do not change it. */
  updatedAt: z.string(),
  /** Minutes an adult needs to read it, at least 1. */
  readingMinutes: z.number().int(),
  commentCount: z.number().int(),
  likeCount: z.number().int(),
})
export type PostCard = z.infer<typeof postCardSchema>

export const postSchema = postCardSchema.extend({
  /** Safe to show: made from the author's Markdown, every other sign escaped. */
  html: z.string(),
  wordCount: z.number().int(),
  material: z.object({ id: z.number().int(), title: z.string(), url: z.string() }).nullable(),
})
export type Post = z.infer<typeof postSchema>

export const postPageSchema = z.object({
  posts: z.array(postCardSchema),
  page: z.number(),
  pageCount: z.number(),
})

export const postSourceSchema = z.string().max(postSourceLength.max)
export const postHtmlSchema = z.object({ html: z.string() })
export type PostHtml = z.infer<typeof postHtmlSchema>

/** An own picture, as `![alt](picture:id)` shows it in posts. */
export const postPictureSchema = imageSchema.extend({ id: z.number().int(), alt: z.string() })
export type PostPicture = z.infer<typeof postPictureSchema>

/** What an author writes; saving needs a title, publishing also some words. */
export const postInputSchema = z.object({
  title: z.string().min(titleLength.min).max(titleLength.max),
  /** Markdown: headings, paragraphs, lists, quotes, tables, bold, italic, links, own pictures and materials. */
  source: postSourceSchema,
  /** An own public material it is about. */
  materialId: idSchema.nullable().default(null),
})
export type PostInput = z.infer<typeof postInputSchema>

/** With the version that was read: a newer one is not overwritten. */
export const postChangeSchema = postInputSchema.extend({ version: versionSchema })

/** An own post with what was typed. */
export const ownPostSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  source: z.string(),
  materialId: z.number().int().nullable(),
  status: z.enum(['draft', 'published', 'blocked', 'deleted']),
  version: z.number().int(),
  url: z.string(),
  updatedAt: z.string(),
  /** When the draft comes out by itself. */
  publishAt: z.string().nullable(),
})
export type OwnPost = z.infer<typeof ownPostSchema>

export const commentSchema = z.object({
  id: z.number().int(),
  author: z.string(),
  /** Whether the author of the post wrote it. */
  isAuthor: z.boolean(),
  text: z.string(),
  createdAt: z.string(),
  /** Null: as it was first written. */
  editedAt: z.string().nullable(),
  likeCount: z.number().int(),
})
export type Comment = z.infer<typeof commentSchema>

/** A comment with its answers. Gone (deleted or hidden) ones with answers stay as a gap: no name, no text. */
export const threadSchema = commentSchema.extend({ isGone: z.boolean(), replies: z.array(commentSchema) })
export type Thread = z.infer<typeof threadSchema>

/** Every comment that is shown, with its answers behind it. */
export function transcriptOf(threads: readonly Thread[]): Comment[] {
  return threads.flatMap((each) => [...(each.isGone ? [] : [each]), ...each.replies])
}

export const commentPageSchema = z.object({
  comments: z.array(threadSchema),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
})
export type CommentPage = z.infer<typeof commentPageSchema>

export const commentInputSchema = z.object({
  text: z.string().min(commentLength.min).max(commentLength.max),
  /** The comment it answers; an answer to an answer belongs to the same thread. */
  parentId: idSchema.nullable().default(null),
})
export const commentEditSchema = commentInputSchema.pick({ text: true })
export type CommentInput = z.infer<typeof commentInputSchema>
