import { setTimeout as wait } from 'node:timers/promises'

/**
 * A floor under the time of answers that must not tell whether an e-mail has an account: hashing and writing take
 * about 80 ms, so what differs between the two ways disappears below it.
 */
const floorMs = 250
/** One mail of a kind to one address in this time, however often it is asked for. */
const mailWindowMs = 5 * 60_000

/** Answers no sooner than the floor, whatever there was to do, and whether it went well or not. */
export async function constantTime<T>(task: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([task(), wait(floorMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** The rest of the floor, for an answer of which one outcome alone must not tell; `begun` is of `performance.now()`. */
export async function waitForFloor(begun: number): Promise<void> {
  const restMs = begun + floorMs - performance.now()
  if (restMs > 0) await wait(restMs)
}

/** Names the time in which one mail of a kind is enough, for its dedupe key. */
export function mailWindow(): number {
  return Math.floor(Date.now() / mailWindowMs)
}
