import { toProductError } from '../http/failure.ts'

export interface Outage {
  /** The database did not answer a moment ago, and nobody has seen it answer since. */
  isOn(): boolean
  /** Hears every error of an answer; only a database that is away begins an outage. */
  report(error: unknown): void
  stop(): void
}

/** Notes that the database is away, and asks it every `pauseMs` until it answers again. */
export function createOutage(probe: () => Promise<unknown>, pauseMs = 500): Outage {
  let isOn = false
  let timer: NodeJS.Timeout | undefined

  function askLater(): void {
    timer = setTimeout(() => {
      probe().then(() => {
        isOn = false
      }, askLater)
    }, pauseMs)
    timer.unref()
  }

  return {
    isOn: () => isOn,
    report(error) {
      if (isOn || toProductError(error).code !== 'unavailable') return
      isOn = true
      askLater()
    },
    stop: () => clearTimeout(timer),
  }
}
