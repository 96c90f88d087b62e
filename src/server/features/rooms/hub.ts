import { LRUCache } from 'lru-cache'
import type { UnitContent } from '#shared/interactive/unit.ts'
import { notificationLimits, roomLimits } from '#shared/limits.ts'
import { isDatabaseAway } from '../../db/away.ts'
import type { Log, Peer } from '../../realtime/socket.ts'
import type { Batch, Given, Taken } from './answering.ts'
import type { Listeners } from './telling.ts'
import { nameOf, type RoomKey } from './types.ts'

/** One open line into a room, and how far it has heard. */
export interface Seat {
  key: RoomKey
  role: 'teacher' | 'screen' | 'participant'
  participantId: number | undefined
  /** Of a teacher: the line ends with the session. */
  sessionHash?: Buffer | undefined
  peer: Peer
  heard: number
}

/** Who listens to which room in this process, and what waits to be written. */
export interface RoomHub {
  /** What rooms play, as far as this process needed it. */
  contents: LRUCache<string, UnitContent>
  join(seat: Seat): void
  leave(seat: Seat): void
  /** Something changed in a room; without one: notices may have been lost. */
  wake(name?: string): void
  /** Hands something in; what comes at the same time is written together. */
  submit(key: RoomKey, given: Given): Promise<Taken>
  /** Resolves when something changes in the room, or after a while. */
  change(key: RoomKey, ms: number): Promise<void>
  countOf(participantId: number): number
  /** Who logged out hears nothing more; comes by itself every half minute. */
  closeEnded(): Promise<void>
  stop(): Promise<void>
}

interface Waiting {
  given: Given
  resolve: (taken: Taken) => void
  reject: (error: unknown) => void
}

interface Room {
  key: RoomKey
  seats: Set<Seat>
  /** Who asked to be woken once. */
  sleepers: Set<() => void>
  waiting: Waiting[]
  /** How much of it is being written or told just now. */
  busy: number
  isStale: boolean
}

interface Options {
  log: Log
  take: (batches: readonly Batch[]) => Promise<Taken[][]>
  /** Tells these what they have not heard. */
  tell: (listeners: readonly Listeners[]) => Promise<void>
  /** Those of the sessions that are still good, as hex. */
  livingSessions: (hashes: readonly Buffer[]) => Promise<ReadonlySet<string>>
}

/** What rooms play, in signs of JSON. */
const contentsSigns = 16_000_000
/** At most so many are written in one transaction, of one room and of all of them. */
const mostAtOnce = 200
/** query_canceled: a statement of PostgreSQL took too long, as where a room is locked. */
const timedOut = '57014'

/**
 * What is tried again by itself after a failure, so that one room stops no other one, and one answer none of its room.
 * Nothing where the database is away, or where a single room waited in vain: more tries would only hold up the others.
 */
function partsAfter<B extends { waiting: readonly unknown[] }>(error: unknown, batches: readonly B[]): B[][] {
  const isTimeout = (error as { code?: unknown } | null)?.code === timedOut
  if (isDatabaseAway(error) && !isTimeout) return []
  if (batches.length > 1) return batches.map((batch) => [batch])
  const [batch] = batches
  if (isTimeout || batch === undefined || batch.waiting.length < 2) return []
  return batch.waiting.map((one) => [{ ...batch, waiting: [one] }])
}

export function createHub({ log, take, tell, livingSessions }: Options): RoomHub {
  const rooms = new Map<string, Room>()
  let isStopped = false
  let writer: NodeJS.Timeout | undefined
  let looker: NodeJS.Timeout | undefined
  let isWriting = false
  let isLooking = false
  const watch = setInterval(() => {
    closeEnded().catch((error: unknown) => log.warn({ err: error }, 'sessions of open rooms not checked'))
  }, notificationLimits.sessionCheckMs).unref()

  async function closeEnded(): Promise<void> {
    const led = [...rooms.values()].flatMap(({ seats }) =>
      [...seats].flatMap(({ peer, sessionHash }) => (sessionHash ? [{ peer, sessionHash }] : [])),
    )
    if (led.length === 0) return
    const living = await livingSessions(led.map(({ sessionHash }) => sessionHash))
    for (const { peer, sessionHash } of led)
      if (!living.has(sessionHash.toString('hex'))) peer.close(4401, 'no_reconnect unauthorized')
  }

  function roomOf(key: RoomKey): Room {
    const name = nameOf(key)
    const known = rooms.get(name)
    if (known) return known
    const made: Room = {
      ...{ key, seats: new Set<Seat>(), sleepers: new Set<() => void>(), waiting: [] },
      ...{ busy: 0, isStale: false },
    }
    rooms.set(name, made)
    return made
  }

  function forgetIfEmpty(room: Room): void {
    if (room.seats.size > 0 || room.sleepers.size > 0 || room.waiting.length > 0 || room.busy > 0) return
    rooms.delete(nameOf(room.key))
  }

  function lookSoon(afterMs: number = roomLimits.deltaMs): void {
    if (isStopped || looker || isLooking) return
    looker = setTimeout(() => void look(), afterMs)
  }

  /** Every room with news at once: what it costs is the questions, and they are the same for one and for fifty. */
  async function look(): Promise<void> {
    looker = undefined
    const stale = [...rooms.values()].filter(({ isStale, seats }) => isStale && seats.size > 0)
    let afterMs: number = roomLimits.deltaMs
    isLooking = true
    for (const room of stale) {
      room.busy += 1
      room.isStale = false
    }
    try {
      if (stale.length > 0) await tell(stale.map(({ key, seats }) => ({ key, seats: [...seats] })))
    } catch (error) {
      log.warn({ err: error }, 'news of rooms not told')
      for (const room of stale) room.isStale = true
      // The database is away, perhaps for minutes.
      afterMs = roomLimits.pollMs
    }
    isLooking = false
    for (const room of stale) {
      room.busy -= 1
      forgetIfEmpty(room)
    }
    if ([...rooms.values()].some(({ isStale, seats }) => isStale && seats.size > 0)) lookSoon(afterMs)
  }

  function writeSoon(): void {
    if (writer || isWriting) return
    writer = setTimeout(() => void write(), roomLimits.gatherMs)
  }

  /** What waits in every room, in one transaction after the other; more of it gathers while one is written. */
  async function write(): Promise<void> {
    writer = undefined
    isWriting = true
    const batches = nextBatches()
    if (batches.length > 0) await writeBatches(batches)
    isWriting = false
    for (const { room } of batches) {
      room.busy -= 1
      forgetIfEmpty(room)
    }
    if ([...rooms.values()].some(({ waiting }) => waiting.length > 0)) writeSoon()
  }

  function nextBatches(): { room: Room; waiting: Waiting[] }[] {
    let left = mostAtOnce
    const batches: { room: Room; waiting: Waiting[] }[] = []
    for (const room of [...rooms.values()]) {
      const waiting = room.waiting.splice(0, left)
      if (waiting.length === 0) continue
      left -= waiting.length
      room.busy += 1
      // Who had to wait comes first next time.
      rooms.delete(nameOf(room.key))
      rooms.set(nameOf(room.key), room)
      batches.push({ room, waiting })
      if (left === 0) break
    }
    return batches
  }

  async function writeBatches(batches: readonly { room: Room; waiting: Waiting[] }[]): Promise<void> {
    try {
      const taken = await take(
        batches.map(({ room, waiting }) => ({ key: room.key, given: waiting.map(({ given }) => given) })),
      )
      for (const [at, { waiting }] of batches.entries()) settle(waiting, taken[at] ?? [])
    } catch (error) {
      const parts = partsAfter(error, batches)
      if (parts.length === 0)
        for (const { waiting } of batches) for (const { reject } of waiting) reject(error)
      for (const part of parts) await writeBatches(part)
    }
  }

  function settle(waiting: readonly Waiting[], taken: readonly Taken[]): void {
    for (const [at, { resolve, reject }] of waiting.entries()) {
      const one = taken[at]
      if (one) resolve(one)
      else reject(new Error('an answer without an outcome'))
    }
  }

  function wakeRoom(room: Room): void {
    for (const wake of room.sleepers) wake()
    room.isStale = true
    lookSoon()
  }

  return {
    contents: new LRUCache({
      maxSize: contentsSigns,
      sizeCalculation: (content) => JSON.stringify(content).length,
    }),
    join(seat) {
      const room = roomOf(seat.key)
      room.seats.add(seat)
      room.isStale = true
      lookSoon()
    },
    leave(seat) {
      const room = rooms.get(nameOf(seat.key))
      if (!room) return
      room.seats.delete(seat)
      forgetIfEmpty(room)
    },
    wake(name) {
      if (name === undefined) for (const room of rooms.values()) wakeRoom(room)
      const room = name === undefined ? undefined : rooms.get(name)
      if (room) wakeRoom(room)
    },
    submit(key, given) {
      const room = roomOf(key)
      return new Promise((resolve, reject) => {
        room.waiting.push({ given, resolve, reject })
        writeSoon()
      })
    },
    async change(key, ms) {
      const room = roomOf(key)
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer)
          room.sleepers.delete(done)
          resolve()
        }
        const timer = setTimeout(done, ms)
        room.sleepers.add(done)
      })
      forgetIfEmpty(room)
    },
    countOf(participantId) {
      let count = 0
      for (const { seats } of rooms.values())
        for (const seat of seats) if (seat.participantId === participantId) count += 1
      return count
    },
    closeEnded,
    async stop() {
      isStopped = true
      clearInterval(watch)
      clearTimeout(looker)
      for (const room of rooms.values()) for (const wake of room.sleepers) wake()
    },
  }
}
