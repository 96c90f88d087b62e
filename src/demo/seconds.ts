/** Seconds since a reading of `performance.now()`, to a tenth. */
export function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10
}
