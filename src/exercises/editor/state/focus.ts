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
  focusSoon(() => (id === 'cover' ? ofHead : nameOfCard(id)), true)
  if (id !== 'cover') focusWhenThere(place, () => nameOfCard(id))
}

/** So many frames a field may take to come: some are fetched when they are needed. */
const patience = 120

/** Focuses a field as soon as it is there, opening what it is folded in, while the focus waits where it was put. */
function focusWhenThere(
  find: () => HTMLElement | null,
  waiting: () => HTMLElement | null | undefined,
  frames = patience,
): void {
  requestAnimationFrame(() => {
    const found = find()
    if (found) {
      found.closest('details')?.setAttribute('open', '')
      return found.focus()
    }
    const { activeElement } = document
    const isWaiting = activeElement === document.body || activeElement === waiting()
    if (frames > 0 && isWaiting) focusWhenThere(find, waiting, frames - 1)
  })
}
