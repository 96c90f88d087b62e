/*
 * A material is dragged onto a folder: the same forms are sent that its menu of folders has, which is the way for keyboards,
 * fingers and browsers without script. Out of an open folder it moves, else it lies in one more.
 */
const dropped = 'folders__item--over'
let dragged: HTMLElement | undefined

function picker(line: HTMLElement): HTMLFormElement | undefined {
  return line.querySelector<HTMLInputElement>('input[name=folder_ids]')?.form ?? undefined
}

function put(line: HTMLElement, folder: string): void {
  if (folder === 'archive') {
    line.querySelector<HTMLButtonElement>('[value=archive-materials]')?.click()
    return
  }
  const form = picker(line)
  const button = form?.querySelector<HTMLButtonElement>('[value=sync-folders]')
  if (!form || !button) return
  const open = form.querySelector<HTMLInputElement>('input[name=folder]')?.value
  for (const box of form.querySelectorAll<HTMLInputElement>('input[name=folder_ids]')) {
    if (box.value === folder) box.checked = true
    else if (box.value === open) box.checked = false
  }
  form.requestSubmit(button)
}

function folderOf(event: DragEvent): HTMLElement | null {
  if (dragged === undefined || !(event.target instanceof Element)) return null
  return event.target.closest<HTMLElement>('[data-folder-drop]')
}

/** Lines that can lie in folders; what a script showed later, too. */
function wakeLines(): void {
  for (const line of document.querySelectorAll<HTMLElement>('main li'))
    if (picker(line)) line.draggable = true
}

function letDrag(): void {
  if (!document.querySelector('[data-folder-drop]')) return
  wakeLines()
  document.addEventListener('aularium:replaced', wakeLines)
  document.addEventListener('dragstart', (event) => {
    const line =
      event.target instanceof Element ? event.target.closest<HTMLElement>('li[draggable="true"]') : null
    dragged = line && picker(line) ? line : undefined
    if (dragged && event.dataTransfer) event.dataTransfer.effectAllowed = 'all'
  })
  document.addEventListener('dragend', () => {
    dragged = undefined
  })
  document.addEventListener('dragover', (event) => {
    const folder = folderOf(event)
    if (!folder) return
    event.preventDefault()
    folder.classList.add(dropped)
  })
  document.addEventListener('dragleave', (event) => folderOf(event)?.classList.remove(dropped))
  document.addEventListener('drop', (event) => {
    const folder = folderOf(event)
    if (!folder || !dragged) return
    event.preventDefault()
    folder.classList.remove(dropped)
    put(dragged, folder.dataset.folderDrop ?? '')
  })
}

letDrag()
