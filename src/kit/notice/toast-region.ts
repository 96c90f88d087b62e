import { $toasts, dismissToast, type Toast } from '#platform/browser/toasts.ts'
import { loadPageTexts } from '#platform/page-texts/browser/page-texts.ts'
import type { ToastTexts } from '#platform/page-texts/rules/contract.ts'
import { drawToast } from './toast.ts'

/** Errors stay until they are closed; news leave by themselves, but not while somebody points at them. */
const newsMs = 8000

/**
 * Draws the toasts into `<div data-toasts aria-live="polite">`. The region is in the page from the start: screen readers
 * only announce what is added to a region they know. The texts come now, so that they are there when the network goes.
 */
export async function showToasts(region: HTMLElement): Promise<void> {
  let messages = await readTexts(region)
  const shown = new Map<number, HTMLElement>()
  let isHeld = false
  const timers = new Map<number, ReturnType<typeof setTimeout>>()

  function leaveLater(toast: Toast): void {
    if (toast.kind === 'error' || toast.stays || isHeld) return
    timers.set(
      toast.id,
      setTimeout(() => dismissToast(toast.id), newsMs),
    )
  }

  function hold(isHolding: boolean): void {
    if (isHeld === isHolding) return
    isHeld = isHolding
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
    if (!isHeld) for (const toast of $toasts.get()) leaveLater(toast)
  }

  async function paint(): Promise<void> {
    // What could not be read without network is read when there is something to say again.
    if (!messages.isWhole) messages = await readTexts(region)
    const toasts = $toasts.get()
    for (const [id, element] of shown) {
      if (toasts.some((toast) => toast.id === id)) continue
      element.remove()
      shown.delete(id)
    }
    for (const toast of toasts) {
      if (shown.has(toast.id)) continue
      const element = draw(toast, messages.texts)
      shown.set(toast.id, element)
      region.append(element)
      leaveLater(toast)
    }
    if (toasts.length === 0) isHeld = false
  }

  $toasts.subscribe(() => void paint())
  region.addEventListener('pointerenter', () => hold(true))
  region.addEventListener('pointerleave', () => hold(false))
  region.addEventListener('focusin', () => hold(true))
  region.addEventListener('focusout', () => hold(region.contains(document.activeElement)))
}

/** Without network there is one thing to say, and the page brings it. */
async function readTexts({ dataset }: HTMLElement): Promise<{ texts: ToastTexts; isWhole: boolean }> {
  try {
    return { texts: (await loadPageTexts()).toasts, isWhole: true }
  } catch {
    const { unreached = '', retry = '', undo = '', show = '', close = '' } = dataset
    const texts = { texts: { server_error: unreached }, retry, undo, show, close, login: '', openCart: '' }
    return { texts, isWhole: false }
  }
}

function draw(toast: Toast, messages: ToastTexts): HTMLElement {
  const { action } = toast
  return drawToast({
    kind: toast.kind,
    text: textOf(toast, messages),
    ...(action && {
      action: {
        label: messages[action.key],
        run() {
          dismissToast(toast.id)
          action.run()
        },
      },
    }),
    close: { label: messages.close, run: () => dismissToast(toast.id) },
  })
}

function textOf({ key, text }: Toast, { texts }: ToastTexts): string {
  return text ?? (key && texts[key]) ?? texts.server_error ?? ''
}
