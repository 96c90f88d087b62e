import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type LoopTurns, watchTurns } from './loop-turns.ts'

/**
 * Every test of the calling file fails when one turn of the loop took more of the CPU than it might while it ran: one line,
 * `watchLoop()`, beside the imports. The product runs in this process, and so does the test: what the test itself
 * makes of big bodies is done outside the test or within `watch.aside(() => …)`.
 */
export function watchLoop(): Pick<LoopTurns, 'aside'> {
  let turns: LoopTurns | undefined
  beforeAll(() => {
    turns = watchTurns()
  })
  beforeEach(() => turns?.reset())
  afterEach(() => {
    const longest = Math.round(turns?.longest() ?? 0)
    expect(longest, 'milliseconds of CPU in one turn of the loop').toBeLessThanOrEqual(turns?.limit() ?? 0)
  })
  afterAll(() => turns?.stop())
  return { aside: (work) => (turns ? turns.aside(work) : work()) }
}
