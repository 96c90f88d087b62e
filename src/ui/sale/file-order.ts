const woken = new WeakSet<Element>()

/** Files are dragged into another order; the numbers beside them follow, and are what is sent. */
export function wakeFileOrder(): void {
  document.addEventListener('aularium:replaced', wakeFileOrder)
  for (const list of document.querySelectorAll<HTMLElement>('[data-file-order]')) {
    if (woken.has(list)) continue
    woken.add(list)
    wake(list)
  }
}

function wake(list: HTMLElement): void {
  let dragged: HTMLElement | undefined
  const rowAt = (target: EventTarget | null) =>
    target instanceof Element ? (target.closest<HTMLElement>('[data-file-row]') ?? undefined) : undefined
  list.addEventListener('dragstart', (event) => {
    dragged = rowAt(event.target)
    dragged?.classList.add('is-dragged')
    if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
  })
  list.addEventListener('dragover', (event) => {
    const over = rowAt(event.target)
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
    dragged?.classList.remove('is-dragged')
    dragged = undefined
    for (const [at, input] of list.querySelectorAll<HTMLInputElement>('[name=filePlaces]').entries())
      input.value = String(at + 1)
  })
}
