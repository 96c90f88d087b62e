/** What other features and pages may ask of announcements. */
export {
  currentAnnouncement,
  decideAnnouncement,
  ownAnnouncement,
  previewAnnouncement,
  type ShownAnnouncement,
} from './announcing.ts'
