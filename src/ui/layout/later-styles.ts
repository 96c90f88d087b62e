import { whenPainted } from './when-painted.ts'

/**
 * A page carries the styles of its own parts. Once it stands, those come that no first view shows (styles/late.css):
 * asked for only then, they take nothing from the pictures of the first view.
 */
export function loadLaterStyles(): void {
  const address = document.querySelector<HTMLElement>('[data-later]')?.dataset.later
  if (!address) return
  whenPainted(() => {
    const sheet = document.createElement('link')
    sheet.rel = 'stylesheet'
    sheet.href = address
    document.head.append(sheet)
  })
}
