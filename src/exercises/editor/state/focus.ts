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

/** Goes on to a field of a task, of the cover or, where none is called so, to the name of the task. */
export function focusField(id: string, field: string): void {
  // Of a field with several parts the one that is meant.
  const part = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const place = () => document.getElementById(`${id}-${field}`) ?? document.getElementById(`${id}-${part}`)
  const ofHead = document.getElementById(`head-${part}`)
  if (id === 'cover') ofHead?.closest('details')?.setAttribute('open', '')
  // What is folded is opened first.
  requestAnimationFrame(() => place()?.closest('details')?.setAttribute('open', ''))
  focusSoon(() => (id === 'cover' ? ofHead : place()) ?? nameOfCard(id), true)
}
