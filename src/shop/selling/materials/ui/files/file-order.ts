import { dragRows, rowAt } from '#kit/list/dragged-rows.ts'

const rows = '[data-file-row]'
const woken = new WeakSet<Element>()

/** Files are dragged or moved by arrows into another order; the numbers beside them follow, and are what is sent. */
export function wakeFileOrder(): void {
  document.addEventListener('aularium:replaced', wakeFileOrder)
  for (const list of document.querySelectorAll<HTMLElement>('[data-file-order]')) {
    if (woken.has(list)) continue
    woken.add(list)
    wake(list)
  }
}

function wake(list: HTMLElement): void {
  dragRows(list, { rows, onEnd: () => number(list) })
  list.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    const row = rowAt(button, rows)
    if (button?.name !== 'moveFile' || row === undefined) return
    event.preventDefault()
    const other = button.value.endsWith(' up') ? row.previousElementSibling : row.nextElementSibling
    other?.[button.value.endsWith(' up') ? 'before' : 'after'](row)
    number(list)
    // At an end there is only the way back.
    const buttons = [...row.querySelectorAll<HTMLButtonElement>('[name=moveFile]')]
    const next = button.disabled ? buttons.find(({ disabled }) => !disabled) : button
    next?.focus()
  })
}

/** The numbers and the arrows say where each file is now. */
function number(list: HTMLElement): void {
  const files = [...list.querySelectorAll<HTMLElement>(rows)]
  for (const [at, row] of files.entries()) {
    const place = row.querySelector<HTMLInputElement>('[name="filePlaces[]"]')
    if (place) place.value = String(at + 1)
    for (const button of row.querySelectorAll<HTMLButtonElement>('[name=moveFile]'))
      button.disabled = at === (button.value.endsWith(' up') ? 0 : files.length - 1)
  }
}
