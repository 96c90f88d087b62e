import { whenPainted } from './when-painted.ts'

/**
 * A public page carries the styles of its first paint. Once it stands, the whole sheet comes, for whatever a visitor
 * opens or a script adds: asked for only then, it takes nothing from the pictures of the first view.
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
