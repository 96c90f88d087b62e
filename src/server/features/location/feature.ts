import { feature } from '../manifest.ts'
import { chooseCountry } from './actions.ts'
import { country } from './reads.ts'

/** The country goods go to: it decides the tax. */
export const location = feature({ name: 'location', actions: [chooseCountry], reads: [country] })
