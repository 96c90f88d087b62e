export { episodeDownloads } from './downloads.ts'
export { soundOf, transcriptOf } from './sounds.ts'
