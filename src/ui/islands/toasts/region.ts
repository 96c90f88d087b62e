import { loadPageTexts } from '#browser/stores/page-texts.ts'
import { $toasts, dismissToast, type Toast } from '#browser/stores/toasts.ts'
import type { ToastTexts } from '#shared/contract/page-texts.ts'

/** Errors stay until they are closed; news leave by themselves, but not while somebody points at them. */
const newsMs = 8000

/**
 * Draws the toasts into `<div data-toasts aria-live="polite">`. The region is in the page from the start: screen readers
 * only announce what is added to a region they know. The texts come now, so that they are there when the network goes.
 */
export async function showToasts(region: HTMLElement): Promise<void> {
  const messages = await readTexts(region)
  const shown = new Map<number, HTMLElement>()
  let isHeld = false
  const timers = new Map<number, ReturnType<typeof setTimeout>>()

  function leaveLater(toast: Toast): void {
    if (toast.kind === 'error' || isHeld) return
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

  $toasts.subscribe((toasts) => {
    for (const [id, element] of shown) {
      if (toasts.some((toast) => toast.id === id)) continue
      element.remove()
      shown.delete(id)
    }
    for (const toast of toasts) {
      if (shown.has(toast.id)) continue
      const element = draw(toast, messages)
      shown.set(toast.id, element)
      region.append(element)
      leaveLater(toast)
    }
    if (toasts.length === 0) isHeld = false
  })
  region.addEventListener('pointerenter', () => hold(true))
  region.addEventListener('pointerleave', () => hold(false))
  region.addEventListener('focusin', () => hold(true))
  region.addEventListener('focusout', () => hold(region.contains(document.activeElement)))
}

/** Without network there is one thing to say, and the page brings it. */
async function readTexts({ dataset }: HTMLElement): Promise<ToastTexts> {
  try {
    return (await loadPageTexts()).toasts
  } catch {
    const { unavailable = '', retry = '', undo = '', close = '' } = dataset
    return { texts: { server_error: unavailable }, retry, undo, close }
  }
}

function draw(toast: Toast, messages: ToastTexts): HTMLElement {
  const element = document.createElement('div')
  element.className = `toast toast--${toast.kind}`
  const text = document.createElement('p')
  text.className = 'toast__text'
  text.textContent = messages.texts[toast.key] ?? messages.texts.server_error ?? ''
  element.append(text)
  const { action } = toast
  if (action) {
    const button = makeButton(messages[action.key], 'button button--plain toast__action')
    button.onclick = () => {
      dismissToast(toast.id)
      action.run()
    }
    element.append(button)
  }
  const close = makeButton('×', 'toast__close')
  close.setAttribute('aria-label', messages.close)
  close.onclick = () => dismissToast(toast.id)
  element.append(close)
  return element
}

function makeButton(label: string, className: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = className
  button.textContent = label
  return button
}
