import type { LiveWorldCode } from '#shared/contract/world.ts'
import { event } from '../../events/event.ts'
import { announcementTag } from '../../events/page-tags.ts'

interface OfAuthor {
  announcementId: number
  authorId: number
  world: LiveWorldCode
}

const onPage = ({ authorId }: { authorId: number }) => [announcementTag(authorId)]

/** An author told their followers something. */
export const announcementSent = event<OfAuthor>('announcement.sent', {
  tags: onPage,
})
/** It was taken back or away: its words are not shown any more, not even while the database is away. */
export const announcementWithdrawn = event<Omit<OfAuthor, 'announcementId'>>('announcement.withdrawn', {
  gone: onPage,
})
/** What a decision had taken away is shown again. */
export const announcementShown = event<Omit<OfAuthor, 'announcementId'>>('announcement.shown', {
  tags: onPage,
})
