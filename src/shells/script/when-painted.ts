/**
 * Runs when the page is loaded and has been painted: what is only needed later then takes nothing from the first view.
 * A page can be loaded and not yet painted: in a tab in the background, prerendered, or on a slow phone.
 */
export function whenPainted(run: () => void): void {
  if (document.readyState === 'complete') afterPaint(run)
  else addEventListener('load', () => afterPaint(run), { once: true })
}

function afterPaint(run: () => void): void {
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
