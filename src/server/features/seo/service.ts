export { authorFeed, worldFeed } from './feeds.ts'
export { datesFromHistory, pageDatesFile } from './page-dates.ts'
export { podcastFeed } from './podcast-feed.ts'
export { drawShareImage, loadShareFonts, type ShareFonts, shareSize } from './share-drawing.ts'
export {
  articleShareImage,
  authorFacts,
  currentFacts,
  homeFacts,
  hubFacts,
  materialFacts,
  pageShareImage,
  postFacts,
  type ShareAddress,
  type ShareFacts,
  type ShareKind,
  shareImagePath,
  shareKinds,
} from './share-image.ts'
export { etagOf, type SitemapKind, sitemapFile, sitemapIndex } from './sitemaps.ts'
