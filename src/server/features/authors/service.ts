export { ownAway } from './away.ts'
export {
  ownProfile,
  removeAvatar,
  removeBackground,
  sendAvatar,
  sendBackground,
  updateProfile,
  updateTrader,
} from './edit.ts'
export { pausePublishing, setListingTrust } from './edit-queries.ts'
export { storePicture } from './pictures.ts'
export { ownPins } from './pins.ts'
export {
  authorProfile,
  authorShop,
  authorTimeline,
  followingOf,
  memberTimeline,
  type ProfileTab,
  profileTabs,
  userProfile,
} from './profiles.ts'
export { addSection, moveSection, ownSections, removeSection, saveSection } from './sections.ts'
