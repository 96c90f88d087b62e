import { reconnectMs } from '../socket-limits.ts'

const longestMs = 60_000

/**
 * How long a browser waits before its next try (specification 9: 2 s, and 1 s more each time), in ms. The dice, 0 to 1,
 * spread the browsers of a whole school over the step, so that they do not all come back in one moment.
 */
export function reconnectAfterMs(failures: number, dice: number): number {
  const { first, step } = reconnectMs
  return Math.min(longestMs, Math.floor(first + step * failures + step * dice))
}

/** Whether a closed socket is tried again (specification 4). */
export function isWorthReconnecting(reason: string): boolean {
  return !reason.includes('no_reconnect')
}
