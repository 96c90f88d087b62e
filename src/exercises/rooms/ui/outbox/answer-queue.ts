/** An answer that nobody has acknowledged yet. */
export interface WaitingAnswer {
  id: string
  element_id: string
  response: Record<string, string[]>
  seq_local: number
}

/** What waits to be sent, one answer an element; it outlives a reload where the device lets pages keep something. */
export interface AnswerQueue {
  put: (element: string, response: Record<string, string[]>) => WaitingAnswer
  /** Acknowledged, or refused for good. */
  drop: (id: string) => void
  all: () => WaitingAnswer[]
}

/**
 * @param key of the pupil's place; what another pupil left on the device is not ours to send
 * @param seconds of the server: a device whose clock is ahead would shut out whatever comes from others later
 */
export function createAnswerQueue(
  key: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined,
  seconds: () => number,
): AnswerQueue {
  let waiting = restore()
  let last = Math.max(0, ...waiting.map(({ seq_local }) => seq_local))

  function restore(): WaitingAnswer[] {
    try {
      const found: unknown = JSON.parse(storage?.getItem(key) ?? '[]')
      return Array.isArray(found) ? (found as WaitingAnswer[]) : []
    } catch {
      return []
    }
  }

  function keep(): void {
    try {
      if (waiting.length === 0) storage?.removeItem(key)
      else storage?.setItem(key, JSON.stringify(waiting))
    } catch {
      // A full or closed storage: what waits lives as long as the page.
    }
  }

  return {
    put(element, response) {
      // Seconds and a count, so that it goes on growing after a reload and on another device.
      last = Math.max(last + 1, Math.floor(seconds()))
      const answer = { id: `${element}-${last}`, element_id: element, response, seq_local: last }
      waiting = [...waiting.filter(({ element_id }) => element_id !== element), answer]
      keep()
      return answer
    },
    drop(id) {
      waiting = waiting.filter((answer) => answer.id !== id)
      keep()
    },
    all: () => [...waiting],
  }
}
