import { feature } from '../manifest.ts'
import { add, archive, bringBack, change, create, place, remove, restore, sync } from './actions.ts'
import { foldersPersonalData } from './personal-data.ts'
import { list, materials, remembered } from './reads.ts'

/** Folders of what a member bought, sells or remembers. */
export const folders = feature({
  name: 'folders',
  actions: [create, change, remove, sync, add, place, archive, restore, bringBack],
  reads: [list, materials, remembered],
  tables: ['folder', 'folder_material'],
  personalData: foldersPersonalData,
})
