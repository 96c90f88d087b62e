import { feature } from '#platform/features/manifest.ts'
import { texts } from './server/reads.ts'

/** Words that pages fetch when they need them. */
export const pageTexts = feature({ name: 'page-texts', reads: [texts] })
