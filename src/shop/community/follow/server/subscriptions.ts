import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import type { CookieChange } from '#platform/context/cookies.ts'
import { transaction } from '#platform/db/transaction.ts'
import { anonymousIdCookie } from '#platform/http/access/csrf.ts'
import type { Image } from '#platform/rules/contract/material.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import {
  addFavorite,
  listFavorites,
  persistFavorites,
  removeFavorite,
} from '#shop/buying/favorites/server/service.ts'
import { cardsByIds } from '#shop/catalogue/catalogue/server/service.ts'
import { followAuthor, ownFollows, persistFollows, unfollowAuthor } from './service.ts'

/** What one can subscribe to (specification 7): a material is remembered, an author followed. */
export const subjectTypes = z.enum(['material', 'author'])
export type SubjectType = z.infer<typeof subjectTypes>

/** Specification 7: the payload of every subscription call. */
export const subjectSchema = z.object({ subjectId: idSchema, subjectType: subjectTypes })
export type Subject = z.output<typeof subjectSchema>

export const idsSchema = z.object({
  items: z.array(z.object({ id: z.number().int() })),
  _total: z.number().int(),
})

export interface SubscriptionChange {
  /** Number of subjects of this type after the change. */
  total: number
  /** The stranger's id at the first use: it must be kept in the `v_id` cookie. */
  newAnonymousId: string | null
}

export interface Subscription {
  id: number
  name: string
  url: string
  image: Image | null
}

interface Window {
  limit: number
  /** Counts from 1. */
  page: number
}

/** Idempotent. @throws ProductError not_found; forbidden (oneself); invalid_input when the list is full */
export async function subscribe(context: Context, subject: Subject): Promise<SubscriptionChange> {
  const { subjectType, subjectId } = subject
  return subjectType === 'author' ? followAuthor(context, subjectId) : addFavorite(context, subjectId)
}

/** Idempotent; nothing happens when there was no subscription. */
export async function unsubscribe(context: Context, subject: Subject): Promise<SubscriptionChange> {
  const { subjectType, subjectId } = subject
  return subjectType === 'author' ? unfollowAuthor(context, subjectId) : removeFavorite(context, subjectId)
}

/** Ids of the caller's subjects of one type, newest first. */
export async function subscriptionIds(
  context: Context,
  type: SubjectType,
  window: Window,
): Promise<{ items: { id: number }[]; _total: number }> {
  if (type === 'material') return listFavorites(context, window)
  const { items, _total } = await ownFollows(context, window)
  return { items: items.map(({ id }) => ({ id })), _total }
}

/** The caller's subjects of one type with name and address, newest first. */
export async function subscriptionPage(
  context: Context,
  type: SubjectType,
  window: Window,
): Promise<{ items: Subscription[]; _total: number }> {
  if (type === 'author') {
    const { items, _total } = await ownFollows(context, window)
    return { items: items.map(({ id, name, url, avatar }) => ({ id, name, url, image: avatar })), _total }
  }
  const { items, _total } = await listFavorites(context, window)
  const cards = await cardsByIds(
    context,
    items.map(({ id }) => id),
  )
  return { items: cards.map(({ id, title, url, cover }) => ({ id, name: title, url, image: cover })), _total }
}

/** At login everything a stranger subscribed to becomes the member's. Doing it again changes nothing. */
export async function persistSubscriptions(context: Context, accountId: number): Promise<void> {
  await transaction(context.db, async (tx) => {
    await persistFavorites(context, { accountId }, tx)
    await persistFollows(context, { accountId }, tx)
  })
}

/** A stranger's new id, kept for a year. */
export function subscriptionCookies({ newAnonymousId }: SubscriptionChange): CookieChange[] {
  return newAnonymousId === null ? [] : [anonymousIdCookie(newAnonymousId)]
}
