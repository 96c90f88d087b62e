import { hash } from 'node:crypto'
import { folded } from '#platform/rules/find-in-texts.ts'

/**
 * What pages and answers show, by name. A tag names one thing that is seen: an event drops the pages that show what it
 * changes and no others, so what stands on few pages has a tag beside that of what stands on thousands.
 */

/** The page of a material, and the material by the API. */
export const materialTag = (materialId: number): string => `material:${materialId}`
/** Its card: title, picture, price, stars. Lists and other materials' pages. */
export const cardTag = (materialId: number): string => `card:${materialId}`
/** Pages that name a material without a card: what its author did lately. */
export const namedTag = (materialId: number): string => `named:${materialId}`
/** Pages beside the material's own that show reviews of it, or answers to them. */
export const reviewsTag = (materialId: number): string => `reviews:${materialId}`

/** The head of an author: name, picture, words, being away. Their pages, materials and posts, and lists of authors. */
export const authorTag = (authorId: number): string => `author:${authorId}`
/** The name of an author alone: every card of theirs. */
export const authorNameTag = (authorId: number): string => `author-name:${authorId}`
/** Only the author's own pages: their background, sections and pins, and who sells. */
export const authorPageTag = (authorId: number): string => `author-page:${authorId}`
/** Where an author's materials are listed. */
export const authorListTag = (authorId: number): string => `author-list:${authorId}`
/** Where an author's posts are listed. */
export const authorPostsTag = (authorId: number): string => `author-posts:${authorId}`
/** The page with an author's announcements. */
export const announcementTag = (authorId: number): string => `announcement:${authorId}`
/** Pages of materials with what their author grants beyond the law. */
export const refundRuleTag = (authorId: number): string => `refund-rule:${authorId}`

/** Pages with something a member wrote, below their name: reviews, questions, comments. Not told outside: see `tagsForAll`. */
export const writerTag = (accountId: number): string => `by:${accountId}`

/** The page of a landing: what it holds, counts and says. */
export const hubTag = (hubId: number): string => `hub:${hubId}`
/** Pages that link to a landing, for when nothing is to lead there any more. What they say of it is as old as they are. */
export const hubLinkTag = (hubId: number): string => `hub-link:${hubId}`
/** Never a page: addresses of landings that are cached for pages to come, and the menu made of them. */
export const landingsTag = (world: string): string => `landings:${world}`

/** The page of a post. */
export const postTag = (postId: number): string => `post:${postId}`
/** A post in a list: title, beginning, number of comments. */
export const postCardTag = (postId: number): string => `post-card:${postId}`

/**
 * A search with this word, as its synonyms are looked up: by the word alone, whatever stands around it. Hashed, because a
 * header takes no Greek.
 */
export function synonymTag(world: string, word: string): string {
  return `synonym:${world}:${hash('sha256', folded(word), 'base64url').slice(0, 10)}`
}

/** The tags an answer may name in its head: readers see a writer's name, not which account it is. */
export function tagsForAll(tags: readonly string[]): string[] {
  return tags.filter((tag) => !tag.startsWith('by:'))
}
