/**
 * What is expensive to make and may be a little old (counts, shelves, the header of every page), for the few hundred
 * things every page asks for; whole pages are the page cache's.
 */
export interface Cache {
  /**
   * What is cached under the key, or what `make` gives: made once however many ask, and asked for again after an error,
   * which is what those who waited for it get.
   */
  get<T>(
    key: string,
    /** `tags`: of events that drop it, as with pages. */
    options: { seconds: number; tags?: readonly string[] },
    make: () => Promise<T>,
  ): Promise<T>
  /** Drops what carries one of the tags; what is being made for it is given to those who wait, and not cached. */
  expire(tags: readonly string[]): void
  /** Drops all: notices may have been missed. */
  clear(): void
}
