export interface Outage {
  /** The database did not answer a moment ago, and nobody has seen it answer since. */
  isOn(): boolean
  /** Hears every error of an answer; only a database that is away begins an outage. */
  report(error: unknown): void
  stop(): void
}
