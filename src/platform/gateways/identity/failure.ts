import { errors as joseErrors } from 'jose'
import { ProductError } from '#platform/errors.ts'

/** How long another party may take to answer. */
export const partyMs = 5000

/** Says whose fault it is: a party that cannot be reached, or an answer of somebody that is not right. */
export async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (cause) {
    if (cause instanceof ProductError) throw cause
    throw new ProductError(isAway(cause) ? 'unavailable' : 'social_failed', { cause })
  }
}

function isAway(error: unknown): boolean {
  if (error instanceof joseErrors.JWKSTimeout) return true
  if (!(error instanceof Error)) return false
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true
  if (error instanceof TypeError && error.message === 'fetch failed') return true
  const { code, status } = error as { code?: unknown; status?: unknown }
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true
  return (typeof status === 'number' && status >= 500) || isAway(error.cause)
}
