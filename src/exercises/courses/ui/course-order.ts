import { dragRows } from '#kit/list/dragged-rows.ts'

const rows = '[data-course-row]'
const woken = new WeakSet<Element>()

/** Items of a course are dragged to another place; the form of the one that moved is sent, as its buttons send it. */
export function wakeCourseOrder(): void {
  document.addEventListener('aularium:replaced', wakeCourseOrder)
  const list = document.querySelector<HTMLElement>('[data-course-order]')
  if (!list || woken.has(list)) return
  woken.add(list)
  const placeOf = (row: HTMLElement) => [...list.querySelectorAll(rows)].indexOf(row)
  let before = -1
  dragRows(list, {
    rows,
    onStart(row, event) {
      before = placeOf(row)
      event.dataTransfer?.setDragImage(row, 0, 0)
    },
    onEnd(row) {
      if (placeOf(row) !== before) send(row, placeOf(row))
    },
  })
}

function send(row: HTMLElement, place: number): void {
  const field = row.querySelector<HTMLInputElement>('[name="place"]')
  const button = row.querySelector<HTMLButtonElement>('[name="step"][value="to"]')
  if (!field || !button) return
  field.value = String(place)
  button.click()
}
