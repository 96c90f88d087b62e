import { LRUCache } from 'lru-cache'
import type { UnitContent } from '#exercises/model/unit.ts'
import { ProductError } from '#platform/errors.ts'
import { watchSessions } from '#platform/realtime/session-watch.ts'
import type { Log } from '#platform/realtime/socket.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'
import type { Given, Taken } from '../answers/answering.ts'
import { createWriter, type Store, type WriterRoom } from '../answers/writer.ts'
import { nameOf, type RoomKey } from '../types.ts'
import type { Listeners } from './broadcast.ts'
import type { Seat } from './connection.ts'

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
  /**
   * One after the other of each room: a class that comes in at the same time takes one connection, not all of them.
   * @throws ProductError unavailable (it took too long)
   */
  inTurn<T>(key: RoomKey, run: () => Promise<T>): Promise<T>
  countOf(participantId: number): number
  /** Lines of the teacher into a room: desks and boards. */
  countLed(key: RoomKey): number
  /** Who logged out hears nothing more. */
  closeEnded(): Promise<void>
  /** Sessions ended: `closeEnded` runs in a moment. */
  sessionsEnded(): void
  stop(): Promise<void>
}

interface Room extends WriterRoom {
  seats: Set<Seat>
  /** Who asked to be woken once. */
  sleepers: Set<() => void>
  isStale: boolean
  /** Ends when the last of those who come in has. */
  turn: Promise<unknown>
}

interface Options {
  log: Log
  take: Store
  /** Tells these what they have not heard. */
  tell: (listeners: readonly Listeners[]) => Promise<void>
  /** Those of the sessions that are still good, as hex. */
  livingSessions: (hashes: readonly Buffer[]) => Promise<ReadonlySet<string>>
}

/** So long somebody waits for their turn to come in. */
const turnMs = 5_000
/** What rooms play, in signs of JSON. */
const contentsSigns = 16_000_000

export function createHub({ log, take, tell, livingSessions }: Options): RoomHub {
  const rooms = new Map<string, Room>()
  const writer = createWriter({ rooms, store: take, afterwards: forgetIfEmpty })
  let isStopped = false
  let looker: NodeJS.Timeout | undefined
  let isLooking = false
  const sessions = watchSessions({ log, closeEnded })

  async function closeEnded(): Promise<void> {
    const led = [...rooms.values()].flatMap(({ seats }) => ledSeats(seats))
    if (led.length === 0) return
    const living = await livingSessions(led.map(({ sessionHash }) => sessionHash))
    for (const { peer, sessionHash } of led)
      if (!living.has(sessionHash.toString('hex'))) peer.close(4401, 'no_reconnect unauthorized')
  }

  function roomOf(key: RoomKey): Room {
    const name = nameOf(key)
    const known = rooms.get(name)
    if (known) return known
    const made = newRoom(key)
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
    const stale = [...rooms.values()].filter(hasNews)
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
    if ([...rooms.values()].some(hasNews)) lookSoon(afterMs)
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
        writer.add(room, { given, since: Date.now(), resolve, reject })
      })
    },
    async change(key, ms) {
      const room = roomOf(key)
      await sleepIn(room, ms)
      forgetIfEmpty(room)
    },
    async inTurn(key, run) {
      const room = roomOf(key)
      room.busy += 1
      try {
        return await afterOthers(room, run)
      } finally {
        room.busy -= 1
        forgetIfEmpty(room)
      }
    },
    countOf: (participantId) => countSeats(rooms.values(), participantId),
    countLed(key) {
      const seats = rooms.get(nameOf(key))?.seats ?? []
      return [...seats].filter(({ participantId }) => participantId === undefined).length
    },
    closeEnded,
    sessionsEnded: sessions.soon,
    async stop() {
      isStopped = true
      sessions.stop()
      clearTimeout(looker)
      for (const room of rooms.values()) for (const wake of room.sleepers) wake()
    },
  }
}

function newRoom(key: RoomKey): Room {
  return {
    ...{ key, seats: new Set<Seat>(), sleepers: new Set<() => void>(), waiting: [] },
    ...{ busy: 0, isStale: false, isHeld: false, turn: Promise.resolve() },
  }
}

/** Whether somebody is there who has not heard the newest. */
function hasNews({ isStale, seats }: Room): boolean {
  return isStale && seats.size > 0
}

function countSeats(rooms: Iterable<Room>, participantId: number): number {
  let count = 0
  for (const { seats } of rooms)
    for (const seat of seats) if (seat.participantId === participantId) count += 1
  return count
}

/** Seats of those who are there by a session. */
function ledSeats(seats: Iterable<Seat>) {
  return [...seats].flatMap(({ peer, sessionHash }) => (sessionHash ? [{ peer, sessionHash }] : []))
}

/** Resolves when somebody wakes the room, or after a while. */
async function sleepIn({ sleepers }: Room, ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      sleepers.delete(done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    sleepers.add(done)
  })
}

/** Runs after all that came before. @throws ProductError unavailable (these took too long) */
function afterOthers<T>(room: Room, run: () => Promise<T>): Promise<T> {
  const since = Date.now()
  const own = room.turn.then(() => {
    if (Date.now() - since > turnMs) throw new ProductError('unavailable')
    return run()
  })
  room.turn = own.catch(() => undefined)
  return own
}
