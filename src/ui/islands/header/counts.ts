import { hasCart, hasFavorites, knownCount } from '#browser/stores/marks.ts'
import { paintAccount, paintCount } from './paint.ts'

/**
 * The header of a page that is the same for everybody: numbers this browser saw last are there at once, the real ones
 * follow at idle. A visitor without marker cookies costs one cookie read.
 */
export function paintHeader(): void {
  paintAccount(undefined)
  if (hasCart()) paintCount('cart', knownCount('cart'))
  if (hasFavorites()) paintCount('favorites', knownCount('favorites'))
  if (hasCart() || hasFavorites()) whenIdle(() => void loadLater())
}

/** Without network the page stays as it is: everything in it works as plain HTML. */
async function loadLater(): Promise<void> {
  const personal = await import('../personal.ts').catch(() => undefined)
  await personal?.loadPersonal()
}

/** Safari has no requestIdleCallback. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2000 })
  else setTimeout(run, 200)
}
