import { describe, expect, it } from 'vitest'
import { orderStatuses } from './contract.ts'
import { nextOrderStatus, type OrderEvent } from './order-state.ts'

const events: OrderEvent[] = ['processing', 'succeeded', 'declined', 'cancelled', 'expired']

describe('order states', () => {
  it('fulfils a success whenever it comes', () => {
    for (const status of orderStatuses.filter((each) => each !== 'paid')) {
      expect(nextOrderStatus(status, 'succeeded')).toBe('paid')
    }
  })

  it('never leaves paid', () => {
    for (const event of events) expect(nextOrderStatus('paid', event)).toBeUndefined()
  })

  it('a payment under way is ended by its provider alone, and begins whenever it begins', () => {
    for (const status of ['pending', 'declined', 'cancelled', 'expired'] as const)
      expect(nextOrderStatus(status, 'processing')).toBe('processing')
    expect(nextOrderStatus('processing', 'expired')).toBeUndefined()
    expect(nextOrderStatus('processing', 'declined')).toBe('declined')
    expect(nextOrderStatus('processing', 'cancelled')).toBe('cancelled')
  })

  it('takes the first refusal and ignores later ones', () => {
    expect(nextOrderStatus('pending', 'declined')).toBe('declined')
    expect(nextOrderStatus('pending', 'cancelled')).toBe('cancelled')
    expect(nextOrderStatus('pending', 'expired')).toBe('expired')
    for (const status of ['declined', 'cancelled', 'expired'] as const) {
      for (const event of ['declined', 'cancelled', 'expired'] as const) {
        expect(nextOrderStatus(status, event)).toBeUndefined()
      }
    }
  })
})
