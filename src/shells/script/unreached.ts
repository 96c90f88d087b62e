import { drawToast } from '#kit/notice/toast.ts'

/** Answers fast and costs nothing; that it answers is all that is asked. */
const somewhere = '/health/live'

/** Whether the product can be reached now. `navigator.onLine` only knows for sure that it cannot. */
export async function isReached(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    await fetch(somewhere, { method: 'HEAD', cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/**
 * Says that there is no connection and offers the same again. Part of the script of every page: when it is needed, nothing
 * can be fetched any more. The words are in the page (kit/notice/Toasts.astro).
 */
export function sayUnreached(again: () => void): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]')
  if (!region) return
  region.querySelector('[data-unreached]')?.remove()
  const { unreached = '', retry = '', close = '' } = region.dataset
  const toast = drawToast({
    kind: 'error',
    text: unreached,
    action: {
      label: retry,
      run() {
        toast.remove()
        again()
      },
    },
    close: { label: close, run: () => toast.remove() },
  })
  toast.dataset.unreached = ''
  region.append(toast)
}
