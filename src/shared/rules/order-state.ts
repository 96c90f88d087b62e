import type { OrderStatus } from '../contract/order.ts'

/** What happens to an order: the provider's word, or the product's own clock. */
export type OrderEvent = 'succeeded' | 'declined' | 'cancelled' | 'expired'

/**
 * What an event makes of an order; a missing entry changes nothing. Money decides: a success is fulfilled whenever it
 * arrives, also after a decline, a cancellation or our own deadline, and nothing undoes `paid`.
 */
export const orderTransitions: Readonly<Record<OrderStatus, Partial<Record<OrderEvent, OrderStatus>>>> = {
  pending: { succeeded: 'paid', declined: 'declined', cancelled: 'cancelled', expired: 'expired' },
  declined: { succeeded: 'paid' },
  cancelled: { succeeded: 'paid' },
  expired: { succeeded: 'paid' },
  paid: {},
}

/** The order's next status, or undefined when the event changes nothing. */
export function nextOrderStatus(status: OrderStatus, event: OrderEvent): OrderStatus | undefined {
  return orderTransitions[status][event]
}
