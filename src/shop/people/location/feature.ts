import { feature } from '#platform/features/manifest.ts'
import { chooseCountry } from './server/actions.ts'
import { country } from './server/reads.ts'

/** The country goods go to: it decides the tax. */
export const location = feature({ name: 'location', actions: [chooseCountry], reads: [country] })
