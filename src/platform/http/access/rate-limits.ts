import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Guess, RateClass, RateLimits, RateState } from '#platform/context/rate-limits.ts'
import { ProductError } from '#platform/errors.ts'
import { createPace, pauseFor } from './pace.ts'

/**
 * Calls in so many seconds: `own` of one account or device, `network` of all strangers of one network together. A whole
 * school sits behind one address, so what sends mail has more room there than one person has.
 */
const allowances: Record<RateClass, { own: number; network: number; seconds: number }> = {
  read: { own: 3000, network: 6000, seconds: 60 },
  search: { own: 600, network: 600, seconds: 60 },
  write: { own: 300, network: 600, seconds: 60 },
  login: { own: 3000, network: 3000, seconds: 600 },
  register: { own: 600, network: 600, seconds: 600 },
  /** Pupils without a socket: several classes behind one address, each an answer every few seconds. */
  room: { own: 6000, network: 6000, seconds: 60 },
  upload: { own: 60, network: 60, seconds: 3600 },
  report: { own: 10, network: 60, seconds: 3600 },
  appeal: { own: 10, network: 60, seconds: 3600 },
  /** Mails of free materials; one mailbox has a limit of its own. */
  free_material: { own: 30, network: 300, seconds: 3600 },
  /** Mails that ask for consent. */
  newsletter: { own: 10, network: 120, seconds: 3600 },
  webhook: { own: 600, network: 600, seconds: 60 },
  /** Batches of what happened on pages. */
  events: { own: 60, network: 1200, seconds: 60 },
}

/**
 * Wrong passwords: for an account from one of its own devices; and from elsewhere for an account from one network, for
 * an account from anywhere, and from a network for whichever accounts. The account's own line is none: strangers all
 * over the world would fill it, and a member on a new device would never get in.
 */
const guessRules = {
  device: { name: 'device', free: 10, longestMs: 8000, isLine: true },
  pair: { name: 'pair', free: 10, longestMs: 8000, isLine: true },
  account: { name: 'account', free: 50, longestMs: 5000, isLine: false },
  network: { name: 'network', free: 300, longestMs: 1000, isLine: true },
} as const
/** Valid registrations; typing errors never come this far. */
const registrationRules = {
  email: { name: 'register-email', free: 20, longestMs: 8000, isLine: true },
  device: { name: 'register-device', free: 20, longestMs: 4000, isLine: true },
  network: { name: 'register-network', free: 120, longestMs: 15_000, isLine: true },
} as const

/**
 * Limits in this process' memory. With several processes each one counts alone, so the product's limit is this one
 * times their number. `factor` widens the allowances per call and the registrations of a network (load tests);
 * password guesses keep theirs.
 */
export function createRateLimits({ factor = 1 }: { factor?: number } = {}): RateLimits {
  const limiters = new Map(
    Object.entries(allowances).map(([rate, { own, network, seconds }]) => {
      const limiter = (name: string, points: number) =>
        new RateLimiterMemory({ keyPrefix: `${rate} ${name}`, points: points * factor, duration: seconds })
      return [rate, { own: limiter('own', own), network: limiter('network', network) }]
    }),
  )
  return {
    async consume(rate, { own, network }, points = 1) {
      const pair = limiters.get(rate)
      if (pair === undefined) throw new RangeError(`no allowance for ${rate}`)
      const limiter = own === undefined ? pair.network : pair.own
      const left = await take(limiter, own ?? network, points)
      return {
        limit: limiter.points,
        remaining: left.remainingPoints,
        resetSeconds: Math.ceil(left.msBeforeNext / 1000),
      }
    },
    ...createGuessLimits(),
    openAccount: createRegistrationLimit(factor),
  }
}

function createGuessLimits(): Pick<RateLimits, 'guessPassword' | 'mayGuess' | 'guessedRight'> {
  const paces = {
    device: createPace(guessRules.device),
    pair: createPace(guessRules.pair),
    account: createPace(guessRules.account),
    network: createPace(guessRules.network),
  }
  /** What counts a guess. A known device counts alone: no stranger can use up what it has. */
  function countersOf({ email, ip, knownDevice }: Guess) {
    if (knownDevice !== undefined)
      return [{ pace: paces.device, key: `${knownDevice} ${email}`, isOwn: true }]
    const network = networkOf(ip)
    return [
      { pace: paces.pair, key: `${network} ${email}`, isOwn: true },
      { pace: paces.account, key: email, isOwn: false },
      { pace: paces.network, key: network, isOwn: false },
    ]
  }

  return {
    async guessPassword(guess) {
      const waits: number[] = []
      for (const { pace, key } of countersOf(guess)) waits.push(await pace.enter(key))
      await pauseFor(Math.max(...waits))
    },
    async mayGuess(guess) {
      const answers: boolean[] = []
      for (const { pace, key } of countersOf(guess)) answers.push(await pace.isFree(key))
      return answers.every(Boolean)
    },
    async guessedRight(guess) {
      for (const { pace, key, isOwn } of countersOf(guess))
        await (isOwn ? pace.forget(key) : pace.giveBack(key))
    },
  }
}

function createRegistrationLimit(factor: number): RateLimits['openAccount'] {
  const byEmail = createPace(registrationRules.email)
  const byDevice = createPace(registrationRules.device)
  const { network } = registrationRules
  const byNetwork = createPace({ ...network, free: network.free * factor })
  return async ({ email, ip, device }) => {
    const waits = [await byEmail.enter(email), await byNetwork.enter(networkOf(ip))]
    if (device !== undefined) waits.push(await byDevice.enter(device))
    await pauseFor(Math.max(...waits))
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
  // Nearly every call: no need to take the address apart.
  if (isIPv4(ip)) return ip.slice(0, ip.lastIndexOf('.'))
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toByteArray().slice(0, 3).join('.')
  const groups = (address as ipaddr.IPv6).parts.slice(0, 4)
  return `${groups.map((group) => group.toString(16)).join(':')}::`
}

async function take(limiter: RateLimiterMemory, key: string, points: number): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, points)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw new ProductError('rate_limited', { retryAfterSeconds })
  }
}
