import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { consentInit } from '#platform/limits.ts'
import type { ConsentQuestion } from '../rules/contract.ts'
import { dueQuestion, type Moment } from './ask.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const question = { isAsked: true } as ConsentQuestion
const clock: Pick<Moment, 'pause'> = { pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }

test('the question is looked for every second, ten times at most (specification 9)', async () => {
  const load = vi.fn(() => Promise.reject(new Error('away')))
  const asked = dueQuestion({ ...clock, load, isFree: () => true })
  await vi.advanceTimersByTimeAsync(consentInit.everyMs * 60)
  expect(await asked).toBeUndefined()
  expect(load).toHaveBeenCalledTimes(10)
})

test('nobody is asked in the middle of typing, and the question comes when they are done', async () => {
  let isTyping = true
  const load = vi.fn(async () => question)
  const asked = dueQuestion({ ...clock, load, isFree: () => !isTyping })
  await vi.advanceTimersByTimeAsync(2500)
  expect(load).not.toHaveBeenCalled()
  isTyping = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(await asked).toBe(question)
})

test('where no law has it asked, nobody is', async () => {
  expect(
    await dueQuestion({ ...clock, load: async () => ({ ...question, isAsked: false }), isFree: () => true }),
  ).toBeUndefined()
})
