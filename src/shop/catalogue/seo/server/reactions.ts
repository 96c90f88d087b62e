import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { on } from '#platform/events/event.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { textChanged } from '#shop/content/editorial/server/events.ts'
import { authorChanged, authorPageChanged } from '#shop/selling/authors/server/events.ts'
import { listingChanged, listingPublished, listingWithdrawn } from '#shop/selling/materials/server/events.ts'
import { postChanged, postPublished, postWithdrawn } from '#shop/selling/posts/server/service.ts'
import { announceChange } from './announce.ts'

interface Listing {
  materialId: number
  world: LiveWorldCode
}

/** Search engines hear of every public page that is new, different or gone. No sale waits for them. */
export const reactions = [
  on(listingPublished, 'if-possible', 'seo.announce-published-listing', announceListing),
  on(listingChanged, 'if-possible', 'seo.announce-changed-listing', announceListing),
  on(listingWithdrawn, 'if-possible', 'seo.announce-withdrawn-listing', announceListing),
  on(authorChanged, 'if-possible', 'seo.announce-author', announceAuthor),
  on(authorPageChanged, 'if-possible', 'seo.announce-author-page', announceAuthor),
  on(postPublished, 'if-possible', 'seo.announce-published-post', announcePost),
  on(postChanged, 'if-possible', 'seo.announce-changed-post', announcePost),
  on(postWithdrawn, 'if-possible', 'seo.announce-withdrawn-post', announcePost),
  on(textChanged, 'if-possible', 'seo.announce-text', announceText),
]

function announceAuthor(
  context: Context,
  { authorId, world }: { world: LiveWorldCode; authorId: number },
  tx: Db,
): Promise<void> {
  return announceChange(context, tx, { world, kind: 'author', id: authorId })
}

function announceListing(context: Context, { world, materialId }: Listing, tx: Db): Promise<void> {
  return announceChange(context, tx, { world, kind: 'material', id: materialId })
}

function announcePost(
  context: Context,
  { world, postId }: { world: LiveWorldCode; postId: number },
  tx: Db,
): Promise<void> {
  return announceChange(context, tx, { world, kind: 'post', id: postId })
}

function announceText(
  context: Context,
  { kind, world, key }: { kind: string; world: LiveWorldCode; key: string },
  tx: Db,
): Promise<void> {
  return announceChange(context, tx, { world, kind: 'text', id: 0, name: `${kind} ${key}` })
}
