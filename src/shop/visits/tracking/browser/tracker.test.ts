import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { maxTrackedBatch, trackingLimits } from '#platform/limits.ts'
import { callName } from '../rules/call-name.ts'
import type { TrackedEvent } from '../rules/events.ts'
import { createTracker } from './tracker.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function tracker({ answers = [] as boolean[] } = {}) {
  const sent: { ids: string[] }[] = []
  const state = { isAllowed: true }
  let next = 0
  const made = createTracker({
    send: async (events: readonly TrackedEvent[]) => {
      sent.push({ ids: events.map(({ id }) => id) })
      return answers.shift() ?? true
    },
    isAllowed: () => state.isAllowed,
    ...{ visit: () => 'v', path: () => '/de', now: () => 7, id: () => String(++next) },
  })
  return { ...made, sent, state }
}

test('what happens is sent together after a pause, and at once when the page is hidden', async () => {
  const { track, leave, sent } = tracker()
  track({ name: 'page_view' })
  track({ name: 'wrong_account' })
  await vi.advanceTimersByTimeAsync(trackingLimits.pauseMs)
  expect(sent).toEqual([{ ids: ['1', '2'] }])
  track({ name: 'page_view' })
  await leave()
  expect(sent[1]).toEqual({ ids: ['3'] })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent).toHaveLength(2)
})

test('what is not taken comes again under its own name, each time later, and no more is kept than may be', async () => {
  const { track, sent } = tracker({ answers: [false, false] })
  track({ name: 'page_view' })
  await vi.advanceTimersByTimeAsync(trackingLimits.pauseMs)
  await vi.advanceTimersByTimeAsync(trackingLimits.pauseMs * 2 - 1)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveLength(2)
  for (let i = 0; i < 1000; i++) track({ name: 'page_view' })
  await vi.advanceTimersByTimeAsync(trackingLimits.pauseMs * 4)
  const last = sent.slice(2).map(({ ids }) => ids.length)
  expect(last.reduce((sum, each) => sum + each, 0)).toBe(trackingLimits.mostWaiting)
  expect(Math.max(...last)).toBe(maxTrackedBatch)
})

test('a choice that was taken back is followed at once: what waits goes nowhere', async () => {
  const { track, sent, state } = tracker()
  track({ name: 'page_view' })
  state.isAllowed = false
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent).toEqual([])
})

test('a call is named without what may be a person in it', () => {
  expect(callName('GET', '/v1/orders/A-123/lines?email=a@b.c')).toBe('GET /v1/orders/{id}/lines')
})
