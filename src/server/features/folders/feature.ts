import { feature } from '../manifest.ts'
import { add, archive, change, create, remove, restore, sync } from './actions.ts'
import { foldersPersonalData } from './personal-data.ts'
import { list, materials, remembered } from './reads.ts'

/** Folders of what a member bought, sells or remembers. */
export const folders = feature({
  name: 'folders',
  actions: [create, change, remove, sync, add, archive, restore],
  reads: [list, materials, remembered],
  tables: ['folder', 'folder_material'],
  personalData: foldersPersonalData,
})
