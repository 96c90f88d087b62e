import type { Translate } from '#platform/i18n/translate.ts'
import type { FolderMenuMessages } from './folder-types.ts'

/** The words of the menu of folders; `{title}` is filled in by it. */
export function folderMenuMessages(t: Translate): FolderMenuMessages {
  return {
    put: t('cabinet-materials:folders.put'),
    putNamed: t('cabinet-materials:folders.putNamed', { title: '{title}' }),
    none: t('cabinet-materials:folders.none'),
    save: t('cabinet-materials:folders.save'),
    saved: t('cabinet-materials:folders.saved'),
    archive: t('cabinet-materials:folders.archiveOne'),
    archiveNamed: t('cabinet-materials:folders.archiveNamed', { title: '{title}' }),
    restore: t('cabinet-materials:folders.restoreOne'),
    restoreNamed: t('cabinet-materials:folders.restoreNamed', { title: '{title}' }),
  }
}
