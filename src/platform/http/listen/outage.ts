import type { Outage } from '#platform/context/outage.ts'
import { toProductError } from '../access/failure.ts'

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
