import type { Translate } from '#platform/i18n/translate.ts'
import { url } from '#platform/routing/url.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import type { Notification } from '../rules/contract.ts'
import { notificationText } from '../rules/labels.ts'
import type { NotificationRow } from './queries.ts'

/** A row as the wire wants it; `t` gives the words, the address is the one of the world it happened in. */
export function notificationView(t: Translate, row: NotificationRow): Notification {
  return {
    id: row.id,
    kind: row.kind,
    text: textOf(t, row),
    url: addressOf(row),
    isRead: row.read_at !== null,
    createdAt: row.created_at.toISOString(),
  }
}

function textOf(t: Translate, { kind, data }: NotificationRow): string {
  return kind === 'announcement' ? (data.text ?? '') : notificationText(t, kind, data)
}

function addressOf({ kind, world, data }: NotificationRow): string | null {
  if (!isLiveWorld(world)) return null
  const { id, slug } = data
  if (kind === 'announcement') return data.url ?? null
  if (kind === 'sale') return url('sales-downloads', { world })
  if (kind === 'question') return `${url('cabinet-sales', { world })}#question-${id}`
  if (kind === 'note') return `${url('cabinet-sales', { world })}#note-${id}`
  if (kind === 'note-answer')
    return `${url('bought-materials', { world, query: { material: id } })}#notes-${id}`
  if (kind === 'new-version') return url('bought-materials', { world, query: { material: id } })
  if (kind === 'school-wish') return `${url('school-wishlist', { world })}#wish-${id}`
  if (kind === 'follower') return url('my-author-profile', { world })
  if (id === undefined) return null
  if ((kind === 'comment' || kind === 'mention') && slug === undefined)
    return `${url('post', { world, id })}#comments`
  if (kind === 'new-post') return url('post', { world, id })
  if (slug === undefined) return null
  if (kind === 'author-news') return url('author', { world, id, slug })
  const parts: Readonly<Record<string, string>> = {
    ...{ review: '#reviews', 'review-reply': '#reviews', 'new-material': '' },
  }
  const part = parts[kind] ?? '#questions'
  return url('material', { world, id, slug }) + part
}
