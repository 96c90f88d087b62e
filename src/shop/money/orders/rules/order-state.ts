import type { OrderStatus } from './contract.ts'

/** What happens to an order: the provider's word, or the product's own clock. */
export type OrderEvent = 'processing' | 'succeeded' | 'declined' | 'cancelled' | 'expired'

/**
 * What an event makes of an order; a missing entry changes nothing. Money decides: a success is fulfilled whenever it
 * arrives, also after a decline, a cancellation or our own deadline, and nothing undoes `paid`. While the provider works on a
 * payment (`processing`: a direct debit takes up to 14 days) only its own word ends the order, never our clock.
 */
export const orderTransitions: Readonly<Record<OrderStatus, Partial<Record<OrderEvent, OrderStatus>>>> = {
  pending: {
    processing: 'processing',
    succeeded: 'paid',
    declined: 'declined',
    cancelled: 'cancelled',
    expired: 'expired',
  },
  processing: { succeeded: 'paid', declined: 'declined', cancelled: 'cancelled' },
  declined: { processing: 'processing', succeeded: 'paid' },
  cancelled: { processing: 'processing', succeeded: 'paid' },
  expired: { processing: 'processing', succeeded: 'paid' },
  paid: {},
}

/** The order's next status, or undefined when the event changes nothing. */
export function nextOrderStatus(status: OrderStatus, event: OrderEvent): OrderStatus | undefined {
  return orderTransitions[status][event]
}
