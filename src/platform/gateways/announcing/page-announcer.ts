/** `refused`: this host or this key will not be heard, today or tomorrow; trying again is useless. */
export type Announced = 'accepted' | 'refused'

/** Tells search engines which pages have changed. */
export interface PageAnnouncer {
  /** What stands in the file that proves whose host it is, and names it: `/<key>.txt`. */
  readonly key: string
  /**
   * Announces pages of one host, 10,000 at most.
   * @throws Error when it should be tried again later: too many calls, a fault over there, nobody there
   */
  announce(host: string, addresses: readonly string[]): Promise<Announced>
}
