/** What one euro is in another currency on a day. */
export interface ExchangeRate {
  currency: string
  /** YYYY-MM-DD. */
  day: string
  /** A decimal as it was published: `0.87655`. */
  rate: string
}

/** Who publishes the euro's reference rates. */
export interface ExchangeRateSource {
  /** What is published now: of the last working day, or of several. @throws when there is no answer that can be read */
  published(): Promise<ExchangeRate[]>
}
