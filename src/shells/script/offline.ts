/**
 * The service worker that shows our own page without network (public/sw.js). It is asked for when everything else is
 * done, and told the visitor's world, so that the page is there in their language.
 */
export function prepareOffline(): void {
  if (!('serviceWorker' in navigator)) return
  addEventListener('load', () => setTimeout(() => void register(), 3000), { once: true })
}

async function register(): Promise<void> {
  const world = document.querySelector<HTMLElement>('[data-world]')?.dataset.world
  try {
    await navigator.serviceWorker.register('/sw.js')
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage(world)
  } catch {
    // Private windows and full disks have none; the page does not need it.
  }
}
