import { isDatabaseAway, isLockTimeout, isTimeout } from '#platform/db/away.ts'
import { ProductError } from '#platform/errors.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'
import { nameOf, type RoomKey } from '../types.ts'
import type { Batch, Given, Taken } from './answering.ts'

/** An answer that was received and is not written yet. */
export interface Pending {
  given: Given
  /** When it was received, in ms. */
  since: number
  resolve: (taken: Taken) => void
  reject: (error: unknown) => void
}

/** The state of a room the writer needs. */
export interface WriterRoom {
  key: RoomKey
  waiting: Pending[]
  /** Batches of it that are being written or broadcast now. */
  busy: number
  /** Locked by another process: its answers wait in a queue of their own. */
  isHeld: boolean
}

/** Answers of one room that are written together. */
interface RoomBatch<R extends WriterRoom> {
  room: R
  waiting: Pending[]
}

/** Writes batches. Undefined for a room another process has locked; with `waits` that is an error after the lock timeout. */
export type Store = (batches: readonly Batch[], how: { waits: boolean }) => Promise<(Taken[] | undefined)[]>

/** The most answers written in one transaction: of one room, and of all rooms. */
const mostAtOnce = 200
/** How long an answer may wait to be stored; then the pupil's device hears that it was not, and sends it again. */
const patienceMs = 5_000

/**
 * The smaller parts to retry after a failure: each room alone, then each answer alone, so that one bad answer stops no other.
 * None where the database is away or a single room timed out: more tries would only hold up the others.
 */
function partsAfter<B extends { waiting: readonly unknown[] }>(error: unknown, batches: readonly B[]): B[][] {
  if (isDatabaseAway(error) && !isTimeout(error)) return []
  if (batches.length > 1) return batches.map((batch) => [batch])
  const [batch] = batches
  if (isTimeout(error) || batch === undefined || batch.waiting.length < 2) return []
  return batch.waiting.map((one) => [{ ...batch, waiting: [one] }])
}

/**
 * Takes the next answers of a room off its queue. A second answer of a pupil to the same task is another attempt: it waits for
 * the next batch, and so does all that pupil sent after it.
 */
function takeNext(room: WriterRoom, most: number): Pending[] {
  const [next, later]: [Pending[], Pending[]] = [[], []]
  const tasks = new Set<string>()
  const repeating = new Set<number>()
  for (const waiting of room.waiting) {
    const { given } = waiting
    const task = given.kind === 'answer' ? `${given.participantId} ${given.elementId}` : undefined
    if (task !== undefined && tasks.has(task)) repeating.add(given.participantId)
    if (next.length === most || repeating.has(given.participantId)) later.push(waiting)
    else {
      next.push(waiting)
      if (task !== undefined) tasks.add(task)
    }
  }
  room.waiting = later
  return next
}

/**
 * Writes the answers of all rooms in batches, in the order they came. A room another process has locked is waited for apart
 * from the others.
 */
export function createWriter<R extends WriterRoom>({
  rooms,
  store,
  afterwards,
}: {
  rooms: Map<string, R>
  store: Store
  afterwards: (room: R) => void
}): { add(room: R, waiting: Pending): void } {
  let writer: NodeJS.Timeout | undefined
  let isWriting = false
  let isWaitingForHeld = false
  const held: R[] = []

  function release(room: R): void {
    room.busy -= 1
    afterwards(room)
  }

  function writeSoon(): void {
    if (writer || isWriting) return
    writer = setTimeout(() => void write(), roomLimits.gatherMs)
  }

  /** One batch of all rooms in a transaction; more answers gather while it is written. */
  async function write(): Promise<void> {
    writer = undefined
    isWriting = true
    const batches = nextBatches()
    if (batches.length > 0)
      for (const batch of (await writeBatches(batches, { waits: false })).toReversed()) hold(batch)
    isWriting = false
    for (const { room } of batches) release(room)
    if ([...rooms.values()].some(({ waiting, isHeld }) => waiting.length > 0 && !isHeld)) writeSoon()
  }

  /** The answers of a locked room go back to the front of its queue. */
  function hold({ room, waiting }: RoomBatch<R>): void {
    room.waiting.unshift(...waiting)
    if (!room.isHeld) held.push(room)
    room.isHeld = true
    if (!isWaitingForHeld) void writeHeld()
  }

  /** The queue of rooms that another process holds: they are tried in turn on one connection, so that other rooms are stored meanwhile. */
  async function writeHeld(): Promise<void> {
    isWaitingForHeld = true
    for (let room = held.shift(); room; room = held.shift()) {
      room.busy += 1
      const waiting = takeNext(room, mostAtOnce)
      const left = waiting.length > 0 ? await writeBatches([{ room, waiting }], { waits: true }) : []
      room.isHeld = false
      const patient = left.flatMap(refuseOld)
      if (patient.length > 0) hold({ room, waiting: patient })
      else if (room.waiting.length > 0) writeSoon()
      release(room)
    }
    isWaitingForHeld = false
  }

  function refuseOld({ waiting }: RoomBatch<R>): Pending[] {
    return waiting.filter(({ since, reject }) => {
      const isPatient = Date.now() - since < patienceMs
      if (!isPatient) reject(new ProductError('unavailable'))
      return isPatient
    })
  }

  function nextBatches(): RoomBatch<R>[] {
    let left = mostAtOnce
    const batches: RoomBatch<R>[] = []
    for (const room of [...rooms.values()]) {
      if (room.isHeld) continue
      const waiting = takeNext(room, left)
      if (waiting.length === 0) continue
      left -= waiting.length
      room.busy += 1
      // Rooms that got no place in this batch come first in the next.
      rooms.delete(nameOf(room.key))
      rooms.set(nameOf(room.key), room)
      batches.push({ room, waiting })
      if (left === 0) break
    }
    return batches
  }

  /** @returns the batches whose room is locked by another process */
  async function writeBatches(
    batches: readonly RoomBatch<R>[],
    how: { waits: boolean },
  ): Promise<RoomBatch<R>[]> {
    try {
      const taken = await store(
        batches.map(({ room, waiting }) => ({ key: room.key, given: waiting.map(({ given }) => given) })),
        how,
      )
      for (const [at, { waiting }] of batches.entries()) if (taken[at]) settle(waiting, taken[at])
      return batches.filter((_, at) => taken[at] === undefined)
    } catch (error) {
      if (isLockTimeout(error)) return [...batches]
      const parts = partsAfter(error, batches)
      if (parts.length === 0)
        for (const { waiting } of batches) for (const { reject } of waiting) reject(error)
      const left: RoomBatch<R>[] = []
      for (const part of parts) left.push(...(await writeBatches(part, how)))
      return left
    }
  }

  function settle(waiting: readonly Pending[], taken: readonly Taken[]): void {
    for (const [at, { resolve, reject }] of waiting.entries()) {
      const one = taken[at]
      if (one) resolve(one)
      else reject(new Error('an answer without an outcome'))
    }
  }

  return {
    add(room, waiting) {
      room.waiting.push(waiting)
      if (!room.isHeld) writeSoon()
    },
  }
}
