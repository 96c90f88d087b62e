export { datesFromHistory, pageDatesFile } from './page-dates.ts'
export {
  articleShareImage,
  authorFacts,
  homeFacts,
  hubFacts,
  materialFacts,
  pageShareImage,
  postFacts,
  shareImagePath,
} from './share-image.ts'
