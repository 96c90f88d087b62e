import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ProductError } from '#shared/errors.ts'
import type { RateClass } from './endpoint.ts'

/** What is left of an allowance, for the RateLimit-* headers. */
export interface RateState {
  limit: number
  remaining: number
  resetSeconds: number
}

export interface RateLimits {
  /** Takes one from the allowance of `key` (an address by `networkOf`, or `account:<id>`). @throws ProductError('rate_limited') */
  consume(rate: RateClass, key: string): Promise<RateState>
  /** Before a password is looked at. @throws ProductError('rate_limited') */
  guessPassword(email: string, ip: string): Promise<void>
  /** After the right password: forgets this network's wrong ones and knows the network as the owner's. */
  guessedRight(email: string, ip: string): Promise<void>
}

/** Calls per network in a time. Reading is generous: a whole school can sit behind one address. */
const allowances: Record<RateClass, { points: number; seconds: number }> = {
  read: { points: 3000, seconds: 60 },
  search: { points: 600, seconds: 60 },
  write: { points: 300, seconds: 60 },
  login: { points: 600, seconds: 600 },
  register: { points: 20, seconds: 3600 },
  upload: { points: 60, seconds: 3600 },
  report: { points: 10, seconds: 3600 },
  webhook: { points: 600, seconds: 60 },
}

/** Wrong passwords an hour: for one account from one network; for one account from all networks its owner never
 * logged in from; and from one network for whichever accounts. */
const guessesPerPair = 10
const guessesPerAccount = 50
const guessesPerNetwork = 100
const hour = 3600
/** Below 24.8 days, the longest time a timer of Node can wait: the library counts with those. */
const knownNetworkSeconds = 20 * 86_400

/**
 * Limits in this process' memory. With several processes each one counts alone, so the product's limit is this one
 * times their number. `isOn: false` opens the allowances per call (load tests); password guesses keep theirs.
 */
export function createRateLimits({ isOn = true }: { isOn?: boolean } = {}): RateLimits {
  const limiters = new Map(
    Object.entries(allowances).map(([rate, { points, seconds }]) => [
      rate,
      new RateLimiterMemory({
        keyPrefix: rate,
        points: isOn ? points : Number.MAX_SAFE_INTEGER,
        duration: seconds,
      }),
    ]),
  )
  const byPair = new RateLimiterMemory({ keyPrefix: 'pair', points: guessesPerPair, duration: hour })
  const byNetwork = new RateLimiterMemory({ keyPrefix: 'network', points: guessesPerNetwork, duration: hour })
  const byAccount = new RateLimiterMemory({ keyPrefix: 'account', points: guessesPerAccount, duration: hour })
  const known = new RateLimiterMemory({ keyPrefix: 'known', points: 1, duration: knownNetworkSeconds })

  return {
    async consume(rate, key) {
      const limiter = limiters.get(rate)
      if (limiter === undefined) throw new RangeError(`no allowance for ${rate}`)
      const left = await take(limiter, key)
      return {
        limit: limiter.points,
        remaining: left.remainingPoints,
        resetSeconds: Math.ceil(left.msBeforeNext / 1000),
      }
    },

    async guessPassword(email, ip) {
      const pair = guessKey(email, ip)
      await take(byPair, pair)
      await take(byNetwork, networkOf(ip))
      // Strangers can use up an account's allowance, but not that of the networks its owner logs in from.
      if ((await known.get(pair)) === null) await take(byAccount, email)
    },

    async guessedRight(email, ip) {
      const pair = guessKey(email, ip)
      await byPair.delete(pair)
      await byNetwork.reward(networkOf(ip))
      if ((await known.get(pair)) === null) await byAccount.reward(email)
      await known.set(pair, 1, knownNetworkSeconds)
    },
  }
}

/** The draft-standard RateLimit-* headers of an answer. */
export function rateLimitHeaders(state: RateState): Record<string, string> {
  return {
    'RateLimit-Limit': String(state.limit),
    'RateLimit-Remaining': String(state.remaining),
    'RateLimit-Reset': String(state.resetSeconds),
  }
}

/** A whole home or school: IPv4 /24, IPv6 /64 (one customer owns at least that many addresses). */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
  if (!isIPv6(mapped)) return mapped.split('.').slice(0, 3).join('.')
  const [head = '', tail] = mapped.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const middle =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const groups = [...front, ...middle, ...back].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::`
}

function guessKey(email: string, ip: string): string {
  return `${networkOf(ip)} ${email}`
}

async function take(limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw new ProductError('rate_limited', { retryAfterSeconds })
  }
}
