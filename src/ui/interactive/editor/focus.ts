/**
 * Where the focus goes once a change is drawn: what had it may have gone, or stand elsewhere as something new. What still has it
 * keeps it, unless `isForced`.
 */
export function focusSoon(find: () => HTMLElement | null | undefined, isForced = false): void {
  requestAnimationFrame(() => {
    if (isForced || document.activeElement === null || document.activeElement === document.body)
      find()?.focus()
  })
}

/** The button that opens a task. */
export function nameOfCard(id: string | undefined): HTMLElement | null | undefined {
  return id === undefined
    ? undefined
    : document.getElementById(id)?.querySelector<HTMLElement>('.edit-card__name')
}
