import { dismissToast, showToast } from '#platform/browser/toasts.ts'
import '#kit/visitor/personal.ts'

export { showEnded } from '#shop/people/identity/browser/user.ts'

let underWay = 0
let shown: number | undefined

/** As long as a request is slow, the page says that it has not forgotten it. */
export function showSlow(over: Promise<void>): void {
  underWay += 1
  shown ??= showToast({ kind: 'info', key: 'slow' }, 'slow')
  void over.then(() => {
    underWay -= 1
    if (underWay > 0 || shown === undefined) return
    dismissToast(shown)
    shown = undefined
  })
}

export function showWrongAccount(): void {
  showToast({ kind: 'error', key: 'wrongAccount' }, 'session')
}
