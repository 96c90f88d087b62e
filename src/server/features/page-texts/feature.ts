import { feature } from '../manifest.ts'
import { texts } from './reads.ts'

/** Words that pages fetch when they need them. */
export const pageTexts = feature({ name: 'page-texts', reads: [texts] })
