import type { LiveWorldCode } from '#shared/contract/world.ts'
import { event } from '../../events/event.ts'

interface OfAuthor {
  announcementId: number
  authorId: number
  world: LiveWorldCode
}

/** An author told their followers something. */
export const announcementSent = event<OfAuthor>('announcement.sent', {
  tags: ({ authorId }) => [`author:${authorId}`],
})
/** It was taken back or away: its words are not shown any more, not even while the database is away. */
export const announcementWithdrawn = event<Omit<OfAuthor, 'announcementId'>>('announcement.withdrawn', {
  gone: ({ authorId }) => [`author:${authorId}`],
})
