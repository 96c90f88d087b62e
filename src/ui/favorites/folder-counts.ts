import type { FolderChoices } from './types.ts'

/** The numbers at the folders above the list, which are HTML of the page: what moved counts there at once. */
export function paintFolderCounts(
  { rows, placed: given }: FolderChoices,
  placed: ReadonlyMap<number, readonly number[]>,
): void {
  for (const { id, count } of rows) {
    let now = count
    for (const [materialId, folderIds] of placed)
      now += Number(folderIds.includes(id)) - Number(given[materialId]?.includes(id) ?? false)
    const number = document.querySelector(`[data-folder-drop="${id}"] .folders__count`)
    if (number) number.textContent = now > 0 ? ` ${now}` : ''
  }
}
