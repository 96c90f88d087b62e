import { maxTrackedBatch, trackingLimits } from '#platform/limits.ts'
import type { TrackedEvent, TrackedFact } from '../rules/events.ts'

/** What the tracker needs of a browser; tests bring their own. */
export interface TrackerSurroundings {
  /** Says whether the server took it. The page may be gone before the answer. */
  send: (events: readonly TrackedEvent[]) => Promise<boolean>
  /** Asked before each sending, since a choice may be taken back at any time. */
  isAllowed: () => boolean
  visit: () => string
  path: () => string
  id: () => string
  now: () => number
}

export interface Tracker {
  track: (fact: TrackedFact) => void
  /** Sends all there is, at once: the page is being hidden. */
  leave: () => Promise<void>
}

/**
 * Collects what happens and sends it in batches: after a pause, when a batch is full, and when the page is hidden. What the server does
 * not take now is sent again later, each time after twice the pause; beyond the most that is kept the oldest goes.
 */
export function createTracker(around: TrackerSurroundings): Tracker {
  const waiting: TrackedEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause: number = trackingLimits.pauseMs

  function schedule(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void flush(false)
    }, ms)
  }

  async function flush(isLeaving: boolean): Promise<void> {
    if (!around.isAllowed()) waiting.length = 0
    if (waiting.length === 0) return
    const batch = waiting.splice(0, maxTrackedBatch)
    const isTaken = await around.send(batch).catch(() => false)
    if (isTaken) {
      pause = trackingLimits.pauseMs
      if (waiting.length > 0) await flush(isLeaving)
      return
    }
    // With the same ids: what arrived in spite of it is counted once.
    waiting.unshift(...batch)
    pause = Math.min(pause * 2, trackingLimits.longestPauseMs)
    if (!isLeaving) schedule(pause)
  }

  return {
    track(fact) {
      if (!around.isAllowed()) return
      waiting.push({
        ...fact,
        ...{ id: around.id(), at: around.now(), visit: around.visit(), path: around.path() },
      })
      if (waiting.length > trackingLimits.mostWaiting)
        waiting.splice(0, waiting.length - trackingLimits.mostWaiting)
      schedule(pause)
    },
    async leave() {
      clearTimeout(timer)
      timer = undefined
      await flush(true)
    },
  }
}
