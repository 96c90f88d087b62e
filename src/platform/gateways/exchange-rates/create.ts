import type { Env } from '#platform/env/env.ts'
import { createEcbRates } from './ecb.ts'
import type { ExchangeRateSource } from './exchange-rate-source.ts'

/** The ECB when ECB_RATES_URL is set; else rates are entered by hand. */
export function createExchangeRates({
  ecbRatesUrl,
}: Pick<Env, 'ecbRatesUrl'>): ExchangeRateSource | undefined {
  return ecbRatesUrl === undefined ? undefined : createEcbRates(ecbRatesUrl)
}
