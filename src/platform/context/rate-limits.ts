export type RateClass =
  | 'read'
  | 'search'
  | 'write'
  | 'room'
  | 'login'
  | 'register'
  | 'upload'
  | 'report'
  | 'appeal'
  | 'free_material'
  | 'newsletter'
  | 'webhook'
  | 'events'

/**
 * Whose allowance a call takes from: that of an account, or of a device on which somebody logged in before; for everybody
 * else that of their network, which a whole school may share.
 */
export interface RateClient {
  /** `account 7` or `device abc`. */
  own?: string | undefined
  /** IPv4 /24 or IPv6 /64. */
  network: string
}

/** What is left of an allowance, for the RateLimit-* headers. */
export interface RateState {
  limit: number
  remaining: number
  resetSeconds: number
}

/** Who tries a password for which account. */
export interface Guess {
  email: string
  ip: string
  /** The device, when this very account logged in there before (device.ts). */
  knownDevice: string | undefined
}

/** Who opens an account. */
export interface Newcomer {
  email: string
  ip: string
  device: string | undefined
}

export interface RateLimits {
  /** Takes one from the client's allowance. @throws ProductError('rate_limited') */
  consume(rate: RateClass, client: RateClient, points?: number): Promise<RateState>
  /** Before a password is looked at: waits, the longer the more were wrong. @throws ProductError('rate_limited') */
  guessPassword(guess: Guess): Promise<void>
  /** The same where waiting would tell something: whether the password may be looked at now. */
  mayGuess(guess: Guess): Promise<boolean>
  /** After the right password: the wrong ones were typing errors. */
  guessedRight(guess: Guess): Promise<void>
  /** Before a valid registration is looked at: waits, the more there were the longer. @throws ProductError('rate_limited') */
  openAccount(newcomer: Newcomer): Promise<void>
}
