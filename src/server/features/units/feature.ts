import { feature } from '../manifest.ts'
import * as actions from './actions.ts'
import { personalData } from './personal-data.ts'
import * as reads from './reads.ts'

/** Interactive units: exercises a teacher writes once, plays and prints. */
export const units = feature({
  name: 'units',
  actions: Object.values(actions),
  reads: Object.values(reads),
  tables: ['unit', 'unit_version', 'unit_shadow'],
  personalData,
})
