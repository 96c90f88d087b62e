import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ProductError } from '#shared/errors.ts'
import { roomLimits } from '#shared/limits.ts'
import { networkOf } from '../../http/rate-limits.ts'
import { livingSessions } from '../identity/service.ts'
import { state } from '../state.ts'
import { takeGiven } from './answering.ts'
import { createHub, type RoomHub } from './hub.ts'
import { tellRooms } from './telling.ts'

/** Wrong codes and PINs of a network. */
export interface RoomGuesses {
  /** Counts one. @throws ProductError('rate_limited') when there were too many */
  miss(ip: string): Promise<void>
}

declare module '../../context.ts' {
  interface Deps {
    roomHub: RoomHub
    roomGuesses: RoomGuesses
  }
}

/** Who listens to which room in this process. */
export const roomHubState = state({
  name: 'roomHub',
  make: (deps) =>
    createHub({
      log: deps.log,
      take: (batches) => takeGiven(deps, batches),
      tell: (listeners) => tellRooms(deps, listeners),
      livingSessions: (hashes) => livingSessions(deps.db, hashes),
    }),
  hears: { channel: 'rooms', notice: ({ roomHub }, payload) => roomHub.wake(payload) },
  reload: async ({ roomHub }) => roomHub.wake(),
  close: async ({ roomHub }) => await roomHub.stop(),
})

export const roomGuessesState = state({
  name: 'roomGuesses',
  make: () => {
    const { wrongCodes: points, wrongCodeSeconds: duration } = roomLimits
    const limiter = new RateLimiterMemory({ keyPrefix: 'room-codes', points, duration })
    return {
      async miss(ip) {
        try {
          await limiter.consume(networkOf(ip))
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal
          const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
          throw new ProductError('rate_limited', { retryAfterSeconds })
        }
      },
    }
  },
})
