/** What other features and pages may ask of announcements. */
export { currentAnnouncement, decideAnnouncement, ownAnnouncement } from './announcing.ts'
