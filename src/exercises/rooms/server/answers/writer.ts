import { isDatabaseAway, isLockTimeout, isTimeout } from '#platform/db/away.ts'
import { ProductError } from '#platform/errors.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'
import { nameOf, type RoomKey } from '../types.ts'
import type { Batch, Given, Taken } from './answering.ts'

/** Something that was handed in and is not written yet. */
export interface Waiting {
  given: Given
  /** When it came, in ms. */
  since: number
  resolve: (taken: Taken) => void
  reject: (error: unknown) => void
}

/** A room as far as writing goes. */
export interface Written {
  key: RoomKey
  waiting: Waiting[]
  /** How much of it is being written or told just now. */
  busy: number
  /** Somebody else has locked it: what waits goes a way of its own. */
  isHeld: boolean
}

/** What waits of one room and is written together. */
interface Waited<R extends Written> {
  room: R
  waiting: Waiting[]
}

/** Writes batches; undefined: somebody else holds the room, which with `waits` is an error after a while. */
export type Take = (batches: readonly Batch[], how: { waits: boolean }) => Promise<(Taken[] | undefined)[]>

/** The most answers written in one transaction: of one room, and of all rooms. */
const mostAtOnce = 200
/** Whoever handed something in hears after so long that it was not taken, and hands it in again. */
const patienceMs = 5_000

/**
 * What is tried again by itself after a failure, so that one room stops no other one, and one answer none of its room.
 * Nothing where the database is away, or where a single room waited in vain: more tries would only hold up the others.
 */
function partsAfter<B extends { waiting: readonly unknown[] }>(error: unknown, batches: readonly B[]): B[][] {
  if (isDatabaseAway(error) && !isTimeout(error)) return []
  if (batches.length > 1) return batches.map((batch) => [batch])
  const [batch] = batches
  if (isTimeout(error) || batch === undefined || batch.waiting.length < 2) return []
  return batch.waiting.map((one) => [{ ...batch, waiting: [one] }])
}

/**
 * Takes what is written next of a room. A second answer of a pupil to the same task is a try of its own, so it comes with the
 * next writing, and with it all that its pupil said after it; the others do not wait for that.
 */
function takeNext(room: Written, most: number): Waiting[] {
  const [next, later]: [Waiting[], Waiting[]] = [[], []]
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
 * Writes what waits in rooms. What comes at the same time is written together, in the order in which it came; a room that
 * somebody else has locked is waited for apart from all others.
 */
export function createWriter<R extends Written>({
  rooms,
  take,
  afterwards,
}: {
  rooms: Map<string, R>
  take: Take
  afterwards: (room: R) => void
}): { add(room: R, waiting: Waiting): void } {
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

  /** What waits in every room, in one transaction after the other; more of it gathers while one is written. */
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

  /** What a room that is held waits for goes first when it is free, in the order in which it came. */
  function hold({ room, waiting }: Waited<R>): void {
    room.waiting.unshift(...waiting)
    if (!room.isHeld) held.push(room)
    room.isHeld = true
    if (!isWaitingForHeld) void writeHeld()
  }

  /** Rooms that are held, one after the other, so that they hold up neither the others nor more than one connection. */
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

  function refuseOld({ waiting }: Waited<R>): Waiting[] {
    return waiting.filter(({ since, reject }) => {
      const isPatient = Date.now() - since < patienceMs
      if (!isPatient) reject(new ProductError('unavailable'))
      return isPatient
    })
  }

  function nextBatches(): Waited<R>[] {
    let left = mostAtOnce
    const batches: Waited<R>[] = []
    for (const room of [...rooms.values()]) {
      if (room.isHeld) continue
      const waiting = takeNext(room, left)
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

  /** @returns those whose room somebody else holds */
  async function writeBatches(batches: readonly Waited<R>[], how: { waits: boolean }): Promise<Waited<R>[]> {
    try {
      const taken = await take(
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
      const left: Waited<R>[] = []
      for (const part of parts) left.push(...(await writeBatches(part, how)))
      return left
    }
  }

  function settle(waiting: readonly Waiting[], taken: readonly Taken[]): void {
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
