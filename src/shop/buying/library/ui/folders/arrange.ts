import { atom } from 'nanostores'
import { showFailure } from '#platform/browser/toasts.ts'
import { ProductError } from '#platform/errors.ts'

type Arranging = typeof import('./arranging.ts')

/** What arranges, as soon as it is there. */
export const $arranging = atom<Arranging | undefined>()

/** Fetches it when somebody is about to: chooses, drags, opens a menu or a form. Most who come want to download. */
export function prepareToArrange(): void {
  void fetchIt().catch(() => undefined)
}

/** Does something with it; where it cannot be fetched nothing is done, with a Retry. */
export async function arrange<T>(act: (arranging: Arranging) => Promise<T>): Promise<T | undefined> {
  let arranging: Arranging
  try {
    arranging = await fetchIt()
  } catch {
    const retry = () => void arrange(act)
    const error = new ProductError('unavailable')
    showFailure({ error, subject: 'library', unchanged: 'unavailable', retry })
    return undefined
  }
  return await act(arranging)
}

async function fetchIt(): Promise<Arranging> {
  const arranging = $arranging.get() ?? (await import('./arranging.ts'))
  $arranging.set(arranging)
  return arranging
}
