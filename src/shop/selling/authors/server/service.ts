export { ownAway } from './away.ts'
export {
  ownProfile,
  removeAvatar,
  removeBackground,
  sendAvatar,
  sendBackground,
  updateProfile,
  updateTrader,
} from './profile/edit.ts'
export { pausePublishing, setListingTrust } from './profile/edit-queries.ts'
export { croppedParts, storePicture } from './profile/pictures.ts'
export { ownPins } from './profile/pins.ts'
export {
  authorProfile,
  authorShop,
  authorTimeline,
  followingOf,
  memberTimeline,
  type ProfileTab,
  profileTabs,
  userProfile,
} from './profile/profiles.ts'
export { addSection, moveSection, ownSections, removeSection, saveSection } from './profile/sections.ts'
