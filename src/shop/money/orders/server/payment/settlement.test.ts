import { describe, expect, test } from 'vitest'
import { bookOnce, othersEnded } from './settlement.ts'

const payment = { provider: 'sandbox', providerReference: 'one' }

describe('a payment that several hear of at once', () => {
  test('is booked by one after the other, whoever fails', async () => {
    const deps = { settlements: new Map<string, Promise<unknown>>() }
    let running = 0
    let most = 0
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        bookOnce(deps, payment, async () => {
          running += 1
          most = Math.max(most, running)
          await Promise.resolve()
          running -= 1
          if (index % 3 === 0) throw new Error('refused')
          return index
        }),
      ),
    )
    expect(most).toBe(1)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(13)
    expect(deps.settlements.size).toBe(0)
  })

  test('does not keep another waiting', async () => {
    const deps = { settlements: new Map<string, Promise<unknown>>() }
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = bookOnce(deps, payment, () => promise)
    expect(await bookOnce(deps, { ...payment, providerReference: 'two' }, async () => 'done')).toBe('done')
    expect(await othersEnded(deps, { ...payment, providerReference: 'two' })).toBe(false)
    const waiting = othersEnded(deps, payment)
    resolve()
    await first
    expect(await waiting).toBe(true)
  })
})
