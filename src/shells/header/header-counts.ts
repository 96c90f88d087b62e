import { paintCount, paintVisitor } from '#kit/visitor/header-paint.ts'
import { hasCart, hasSubscriptions, knownCount } from '#platform/browser/session-hints.ts'

/**
 * The header of a page that is the same for everybody: numbers this browser saw last are there at once, the real ones
 * follow at idle. A visitor without marker cookies costs one cookie read.
 */
export function paintHeader(): void {
  paintVisitor()
  if (hasCart()) paintCount('cart', knownCount('cart'))
  if (hasSubscriptions('favorites')) paintCount('favorites', knownCount('favorites'))
  if (hasCart() || hasSubscriptions('favorites') || followsHere()) whenIdle(() => void loadLater())
}

/** Only a page with a follow button asks whom this visitor follows. */
function followsHere(): boolean {
  return hasSubscriptions('follows') && document.querySelector('[data-follow]') !== null
}

/** Without network the page stays as it is: everything in it works as plain HTML. */
async function loadLater(): Promise<void> {
  const personal = await import('#kit/visitor/personal.ts').catch(() => undefined)
  await personal?.loadPersonal()
}

/** Safari has no requestIdleCallback. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2000 })
  else setTimeout(run, 200)
}
