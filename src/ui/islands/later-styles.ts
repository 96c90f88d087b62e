/**
 * A public page carries the styles of its first paint. Once it stands, the whole sheet comes, for whatever a visitor
 * opens or a script adds: asked for only then, it takes nothing from the pictures of the first view.
 */
export function loadLaterStyles(): void {
  const address = document.querySelector<HTMLElement>('[data-later]')?.dataset.later
  if (!address) return
  const load = () => {
    const sheet = document.createElement('link')
    sheet.rel = 'stylesheet'
    sheet.href = address
    document.head.append(sheet)
  }
  if (document.readyState === 'complete') whenPainted(load)
  else addEventListener('load', () => whenPainted(load), { once: true })
}

/** A page can be loaded and not yet painted: in a tab in the background, prerendered, or on a slow phone. */
function whenPainted(run: () => void): void {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes('paint')) {
    run()
    return
  }
  const observer = new PerformanceObserver(() => {
    observer.disconnect()
    run()
  })
  observer.observe({ type: 'paint', buffered: true })
}
