import { feature } from '../manifest.ts'
import { menuSubjects } from './reads.ts'

/** Landing pages of topics, lessons and school types. */
export const hubs = feature({ name: 'hubs', reads: [menuSubjects], tables: ['hub', 'hub_material'] })
