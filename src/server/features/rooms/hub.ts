import { LRUCache } from 'lru-cache'
import type { UnitContent } from '#shared/interactive/unit.ts'
import { notificationLimits, roomLimits } from '#shared/limits.ts'
import type { Log, Peer } from '../../realtime/socket.ts'
import type { Given, Taken } from './answering.ts'
import type { RoomKey } from './types.ts'

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
  writing: boolean
  timer: NodeJS.Timeout | undefined
  looking: boolean
  isStale: boolean
}

interface Options {
  log: Log
  take: (key: RoomKey, given: readonly Given[]) => Promise<Taken[]>
  /** Tells these what they have not heard. */
  tell: (key: RoomKey, seats: readonly Seat[]) => Promise<void>
  /** Those of the sessions that are still good, as hex. */
  livingSessions: (hashes: readonly Buffer[]) => Promise<ReadonlySet<string>>
}

/** What rooms play, in signs of JSON. */
const contentsSigns = 16_000_000
/** At most so many are written in one transaction. */
const mostAtOnce = 200

export function createHub({ log, take, tell, livingSessions }: Options): RoomHub {
  const rooms = new Map<string, Room>()
  let isStopped = false
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
      ...{ key, seats: new Set<Seat>(), sleepers: new Set<() => void>(), waiting: [], writing: false },
      ...{ timer: undefined, looking: false, isStale: false },
    }
    rooms.set(name, made)
    return made
  }

  function forgetIfEmpty(room: Room): void {
    const { seats, sleepers, waiting, writing, looking } = room
    if (seats.size > 0 || sleepers.size > 0 || waiting.length > 0 || writing || looking) return
    clearTimeout(room.timer)
    rooms.delete(nameOf(room.key))
  }

  function lookSoon(room: Room, afterMs: number = roomLimits.deltaMs): void {
    room.isStale = true
    if (isStopped || room.timer || room.looking) return
    room.timer = setTimeout(() => void look(room), afterMs)
  }

  async function look(room: Room): Promise<void> {
    room.timer = undefined
    room.looking = true
    room.isStale = false
    let afterMs: number = roomLimits.deltaMs
    try {
      if (room.seats.size > 0) await tell(room.key, [...room.seats])
    } catch (error) {
      log.warn({ err: error }, 'news of a room not told')
      room.isStale = true
      // The database is away, perhaps for minutes.
      afterMs = roomLimits.pollMs
    }
    room.looking = false
    if (room.isStale && room.seats.size > 0) lookSoon(room, afterMs)
    else forgetIfEmpty(room)
  }

  async function write(room: Room): Promise<void> {
    const batch = room.waiting.splice(0, mostAtOnce)
    try {
      const taken = await take(
        room.key,
        batch.map(({ given }) => given),
      )
      for (const [at, { resolve, reject }] of batch.entries()) {
        const one = taken[at]
        if (one) resolve(one)
        else reject(new Error('an answer without an outcome'))
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    if (room.waiting.length > 0) return await write(room)
    room.writing = false
    forgetIfEmpty(room)
  }

  function wakeRoom(room: Room): void {
    for (const wake of room.sleepers) wake()
    lookSoon(room)
  }

  return {
    contents: new LRUCache({
      maxSize: contentsSigns,
      sizeCalculation: (content) => JSON.stringify(content).length,
    }),
    join(seat) {
      const room = roomOf(seat.key)
      room.seats.add(seat)
      lookSoon(room)
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
        if (room.writing) return
        room.writing = true
        setTimeout(() => void write(room), roomLimits.gatherMs)
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
      for (const room of rooms.values()) {
        clearTimeout(room.timer)
        for (const wake of room.sleepers) wake()
      }
    },
  }
}

export function nameOf({ world, id }: RoomKey): string {
  return `${world}:${id}`
}
