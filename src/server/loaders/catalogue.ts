import { ProductError } from '#shared/errors.ts'
import type { Context } from '../context.ts'
import { homePage } from '../features/catalogue/home.ts'
import type { Elsewhere } from '../features/catalogue/types.ts'
import { homeFacts, shareImagePath } from '../features/seo/share-image.ts'

export async function loadHome(context: Context) {
  const { world } = context
  const shareImage = shareImagePath(context, { world, kind: 'home', id: 0 }, homeFacts(world))
  return { ...(await homePage(context)), shareImage }
}

/**
 * What a service found, or where else to go.
 * @throws ProductError not_found, gone
 */
export function found<T extends object>(answer: T | Elsewhere | undefined): T | { moved: string } {
  if (answer === undefined) throw new ProductError('not_found')
  if (answer === 'gone') throw new ProductError('gone')
  return 'redirectWorld' in answer ? { moved: answer.url } : answer
}
