import type { Image } from '#shared/contract/material.ts'
import type { Context } from '../../context.ts'
import { cardsByIds } from '../catalogue/service.ts'
import { addFavorite, listFavorites, persistFavorites, removeFavorite } from '../favorites/service.ts'
import { followAuthor, ownFollows, persistFollows, unfollowAuthor } from './service.ts'

/** What one can subscribe to (specification 7): a material is remembered, an author followed. */
export type SubjectType = 'material' | 'author'

export interface Subject {
  type: SubjectType
  id: number
}

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
  return subject.type === 'author' ? followAuthor(context, subject.id) : addFavorite(context, subject.id)
}

/** Idempotent; nothing happens when there was no subscription. */
export async function unsubscribe(context: Context, subject: Subject): Promise<SubscriptionChange> {
  return subject.type === 'author' ? unfollowAuthor(context, subject.id) : removeFavorite(context, subject.id)
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
  await persistFavorites(context, accountId)
  await persistFollows(context, accountId)
}
