import type { FolderChoices } from '#kit/list/folder-types.ts'
import { whenMoved } from '../browser/favorites-folders.ts'

/** A folder is opened when what was put into it is stored. For a listener of clicks anywhere on the page. */
export function openWhenMoved(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.folders a') : null
  const moved = link && whenMoved()
  if (!moved) return
  event.preventDefault()
  void moved.then(() => location.assign(link.href))
}

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
