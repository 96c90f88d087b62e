import { event } from '#platform/events/event.ts'
import { announcementTag } from '#platform/events/page-tags.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

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
