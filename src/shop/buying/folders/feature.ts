import { feature } from '#platform/features/manifest.ts'
import { add, archive, bringBack, change, create, place, remove, restore, sync } from './server/actions.ts'
import { foldersPersonalData } from './server/personal-data.ts'
import { list, materials, remembered } from './server/reads.ts'

/** Folders of what a member bought, sells or remembers. */
export const folders = feature({
  name: 'folders',
  actions: [create, change, remove, sync, add, place, archive, restore, bringBack],
  reads: [list, materials, remembered],
  tables: ['folder', 'folder_material'],
  personalData: foldersPersonalData,
})
