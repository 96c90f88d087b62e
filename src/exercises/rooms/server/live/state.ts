import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ProductError } from '#platform/errors.ts'
import { state } from '#platform/features/state.ts'
import { networkOf } from '#platform/http/access/rate-limits.ts'
import { sessionsEndedChannel } from '#platform/realtime/session-watch.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'
import { livingSessions } from '#shop/people/identity/server/service.ts'
import { takeGiven } from '../answers/answering.ts'
import { broadcastRooms } from './broadcast.ts'
import { createHub, type RoomHub } from './hub.ts'

/** Wrong codes and PINs of a network, counted by all processes together. */
export interface RoomGuesses {
  /** Counts one. @throws ProductError('rate_limited') when there were too many */
  miss(ip: string): Promise<void>
  /** One that another process has counted. */
  hear(notice: string): void
}

declare module '#platform/context/context.ts' {
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
      take: (batches, how) => takeGiven(deps, batches, how),
      tell: (listeners) => broadcastRooms(deps, listeners),
      livingSessions: (hashes) => livingSessions(deps.db, hashes),
    }),
  hears: {
    rooms: ({ roomHub }, payload) => roomHub.wake(payload),
    [sessionsEndedChannel]: ({ roomHub }) => roomHub.sessionsEnded(),
  },
  reload: async ({ roomHub }) => roomHub.wake(),
  close: async ({ roomHub }) => await roomHub.stop(),
})

/** Where processes tell each other of wrong codes; nothing of it is stored. */
const guessChannel = 'room_guesses'

export const roomGuessesState = state({
  name: 'roomGuesses',
  make: ({ db, log }) => {
    const { wrongCodes: points, wrongCodeSeconds: duration } = roomLimits
    const limiter = new RateLimiterMemory({ keyPrefix: 'room-codes', points, duration })
    const processId = randomUUID()
    return {
      async miss(ip) {
        const network = networkOf(ip)
        try {
          await limiter.consume(network)
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal
          const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
          throw new ProductError('rate_limited', { retryAfterSeconds })
        }
        await sql`select pg_notify(${guessChannel}, ${`${processId} ${network}`})`
          .execute(db)
          .catch((error: unknown) => log.warn({ err: error }, 'a wrong code is counted here alone'))
      },
      hear(notice) {
        const [from, network] = notice.split(' ')
        // Beyond the limit there is nothing to count.
        if (from !== processId && network) limiter.consume(network).catch(() => undefined)
      },
    }
  },
  hears: { [guessChannel]: ({ roomGuesses }, payload) => roomGuesses.hear(payload) },
})
