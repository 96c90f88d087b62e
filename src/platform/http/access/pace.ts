import { RateLimiterMemory } from 'rate-limiter-flexible'
import { ProductError } from '#platform/errors.ts'

/** So many at full speed in an hour; each further one waits twice as long as the one before, up to a longest wait. */
export interface PaceRule {
  name: string
  free: number
  longestMs: number
  /** Those who wait stand in a line, one behind the other; otherwise each waits alone. */
  isLine: boolean
}

export interface Pace {
  /** Counts one and says how many ms it has to wait. @throws ProductError('rate_limited') when the line is too long */
  enter(key: string): Promise<number>
  /** Counts one and says whether it may go on at once. */
  isFree(key: string): Promise<boolean>
  /** Takes one back. */
  giveBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

const hour = 3600
const firstWaitMs = 250
/** The longest delay of a request; beyond it the answer is 429 with Retry-After. */
const patienceMs = 20_000
const maxLines = 10_000

/** Delays attempts instead of locking an account: each attempt waits its turn. */
export function createPace({ name, free, longestMs, isLine }: PaceRule): Pace {
  const counts = new RateLimiterMemory({ keyPrefix: name, points: free, duration: hour })
  /** When the last of a line begins. */
  const lines = new Map<string, number>()

  async function excess(key: string): Promise<number> {
    const { consumedPoints } = await counts.penalty(key, 1)
    return consumedPoints - free
  }

  function forgetOldLines(now: number): void {
    if (lines.size < maxLines) return
    for (const [key, start] of lines) if (start < now) lines.delete(key)
  }

  return {
    async enter(key) {
      const over = await excess(key)
      if (over <= 0) return 0
      const gap = Math.min(firstWaitMs * 2 ** Math.min(over - 1, 20), longestMs)
      if (!isLine) return gap
      const now = Date.now()
      const start = Math.max(now, lines.get(key) ?? 0) + gap
      if (start - now > patienceMs) {
        throw new ProductError('rate_limited', { retryAfterSeconds: Math.ceil((start - now) / 1000) })
      }
      forgetOldLines(now)
      lines.set(key, start)
      return start - now
    },
    isFree: async (key) => (await excess(key)) <= 0,
    async giveBack(key) {
      await counts.reward(key, 1)
    },
    async forget(key) {
      await counts.delete(key)
      lines.delete(key)
    },
  }
}

/** Waits, and holds nothing open but the request. */
export function pauseFor(ms: number): Promise<void> | undefined {
  return ms <= 0 ? undefined : new Promise((resolve) => setTimeout(resolve, ms))
}
