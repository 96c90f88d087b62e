const woken = new WeakSet<Element>()

/** Items of a course are dragged to another place; the form of the one that moved is sent, as its buttons send it. */
export function wakeCourseOrder(): void {
  document.addEventListener('aularium:replaced', wakeCourseOrder)
  const list = document.querySelector<HTMLElement>('[data-course-order]')
  if (!list || woken.has(list)) return
  woken.add(list)
  let dragged: HTMLElement | undefined
  let before = -1
  const rowAt = (target: EventTarget | null) =>
    target instanceof Element ? (target.closest<HTMLElement>('[data-course-row]') ?? undefined) : undefined
  const placeOf = (row: HTMLElement) => [...list.querySelectorAll('[data-course-row]')].indexOf(row)
  list.addEventListener('dragstart', (event) => {
    dragged = rowAt(event.target)
    if (!dragged) return
    before = placeOf(dragged)
    dragged.classList.add('is-dragged')
    event.dataTransfer?.setDragImage(dragged, 0, 0)
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
    const row = dragged
    dragged = undefined
    row?.classList.remove('is-dragged')
    if (row && placeOf(row) !== before) send(row, placeOf(row))
  })
}

function send(row: HTMLElement, place: number): void {
  const field = row.querySelector<HTMLInputElement>('[name="place"]')
  const button = row.querySelector<HTMLButtonElement>('[name="step"][value="to"]')
  if (!field || !button) return
  field.value = String(place)
  button.click()
}
