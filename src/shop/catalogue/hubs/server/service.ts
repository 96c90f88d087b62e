/** What the landings offer to other features and to pages. */
export { hubUrl } from './address.ts'
export { hubPage, hubPageUrl, hubsForSearch, hubsOfMaterial, hubTitle, linkTags } from './landing.ts'
export { homeSliders, popularTopics, termLandings } from './sliders.ts'
