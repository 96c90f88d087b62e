import { ProductError } from '#platform/errors.ts'
import { isCancelled } from './toasts.ts'

/**
 * Specification 8: errors of what is loaded by the way (cart, wishlist, suggestions) are only logged, and the server has logged its
 * own already. @throws what no answer of the server is: a mistake of ours
 */
export function leaveToLog(error: unknown): void {
  if (!(error instanceof ProductError) && !isCancelled(error)) throw error
}
