import type { Context } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { memberOwner } from '#platform/http/visitor/owner.ts'
import { url } from '#platform/routing/url.ts'
import type { FeedItem, FeedPage } from '#platform/rules/contract/author.ts'
import { type NewsRow, newsRows } from './feed-queries.ts'

const pageSize = 24
/** Older news are no news. */
const newsDays = 180

/** What the authors a member follows published lately, the newest first. @throws ProductError invalid_input */
export async function followFeed(context: Context, cursor?: string): Promise<FeedPage> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  const rows = await newsRows(db, world, {
    owner: memberOwner(accountId),
    since: new Date(Date.now() - newsDays * 86_400_000),
    before: startOf(cursor),
    limit: pageSize + 1,
  })
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    items: shown.map((row) => itemOf(context, row)),
    nextCursor: last ? encodeCursor('feed', [last.at.getTime(), last.id]) : null,
  }
}

function startOf(cursor: string | undefined): { at: Date; id: number } {
  if (cursor === undefined) return { at: new Date(Date.now() + 1000), id: Number.MAX_SAFE_INTEGER }
  const [at, id] = decodeCursor('feed', ['number', 'number'], cursor).map(Number)
  const start = new Date(at ?? Number.NaN)
  if (!Number.isFinite(start.getTime()) || !Number.isSafeInteger(id))
    throw new ProductError('invalid_input', { fields: { cursor: 'invalid' } })
  return { at: start, id: id ?? 0 }
}

function itemOf({ world }: Context, row: NewsRow): FeedItem {
  const { kind, id, title, slug } = row
  return {
    kind,
    id,
    title,
    url: kind === 'material' ? url('material', { world, id, slug: slug ?? '-' }) : url('post', { world, id }),
    author: { name: row.author, url: url('author', { world, id: row.author_id, slug: row.author_slug }) },
    publishedAt: row.at.toISOString(),
  }
}
