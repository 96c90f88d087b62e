import type { Deps } from '#platform/context/context.ts'
import { state } from '#platform/features/state.ts'

declare module '#platform/context/context.ts' {
  interface Deps {
    settlements: Map<string, Promise<unknown>>
  }
}

/** Payments this process is booking. */
export const settlementsState = state({ name: 'settlements', make: () => new Map() })

interface Reference {
  provider: string
  providerReference: string
}

/**
 * Books a payment when nobody else in this process does: its message and its payer often come in the same moment, and whoever
 * waited for the other in the database kept a connection meanwhile. Other processes are kept out by the lock.
 */
export async function bookOnce<T>(
  deps: Pick<Deps, 'settlements'>,
  reference: Reference,
  book: () => Promise<T>,
): Promise<T> {
  const key = keyOf(reference)
  // Checked again after each wait: another waiter may have started.
  while (deps.settlements.has(key)) await othersEnded(deps, reference)
  const booking = book()
  deps.settlements.set(key, booking)
  try {
    return await booking
  } finally {
    if (deps.settlements.get(key) === booking) deps.settlements.delete(key)
  }
}

/** Waits for whoever books this payment; false when nobody did. What is read after it knows what they booked. */
export async function othersEnded(
  { settlements }: Pick<Deps, 'settlements'>,
  reference: Reference,
): Promise<boolean> {
  const key = keyOf(reference)
  let hasWaited = false
  for (let other = settlements.get(key); other !== undefined; other = settlements.get(key)) {
    hasWaited = true
    // Its failure is its own.
    await other.catch(() => undefined)
  }
  return hasWaited
}

function keyOf({ provider, providerReference }: Reference): string {
  return `${provider} ${providerReference}`
}
