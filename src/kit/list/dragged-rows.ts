interface Moves {
  /** Which elements of the list are its rows. */
  rows: string
  onStart?: (row: HTMLElement, event: DragEvent) => void
  /** The row lies where it was let go of. */
  onEnd: (row: HTMLElement) => void
}

/** Rows of a list are dragged to another place in it; what follows from it is the caller's. */
export function dragRows(list: HTMLElement, { rows, onStart, onEnd }: Moves): void {
  let dragged: HTMLElement | undefined
  list.addEventListener('dragstart', (event) => {
    dragged = rowAt(event.target, rows)
    if (dragged) onStart?.(dragged, event)
    dragged?.classList.add('is-dragged')
    if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
  })
  list.addEventListener('dragover', (event) => {
    const over = rowAt(event.target, rows)
    if (dragged === undefined || over === undefined) return
    event.preventDefault()
    if (over === dragged) return
    const { top, height } = over.getBoundingClientRect()
    over[event.clientY < top + height / 2 ? 'before' : 'after'](dragged)
  })
  list.addEventListener('drop', (event) => {
    if (dragged !== undefined) event.preventDefault()
  })
  list.addEventListener('dragend', () => {
    const row = dragged
    dragged = undefined
    row?.classList.remove('is-dragged')
    if (row) onEnd(row)
  })
}

/** The row something lies in. */
export function rowAt(target: EventTarget | null, rows: string): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>(rows) ?? undefined) : undefined
}
