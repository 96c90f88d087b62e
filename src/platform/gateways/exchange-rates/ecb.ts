import type { ExchangeRate, ExchangeRateSource } from './exchange-rate-source.ts'

const patienceMs = 20_000
/** The file of 90 days has some 200 kB. */
const mostBytes = 2_000_000

/** The European Central Bank's file of euro reference rates (eurofxref): `<Cube time="..."><Cube currency="GBP" rate="..."/>`. */
export function createEcbRates(url: string): ExchangeRateSource {
  return {
    async published() {
      const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs) })
      if (!response.ok) throw new Error(`the rates of the ECB: ${response.status}`)
      const text = await response.text()
      if (text.length > mostBytes) throw new Error('the rates of the ECB: too large')
      const rates = readRates(text)
      if (rates.length === 0) throw new Error('the rates of the ECB: nothing that can be read')
      return rates
    },
  }
}

/** The rates of an eurofxref file, of each day in it. */
export function readRates(xml: string): ExchangeRate[] {
  const rates: ExchangeRate[] = []
  let day: string | undefined
  for (const [tag] of xml.matchAll(/<Cube\b[^>]*>/g)) {
    const textOf = (name: string) => new RegExp(`\\b${name}=["']([^"']*)["']`).exec(tag)?.[1]
    day = textOf('time') ?? day
    const [currency = '', rate = ''] = [textOf('currency'), textOf('rate')]
    const isRead = /^[A-Z]{3}$/.test(currency) && /^\d{1,9}(\.\d{1,8})?$/.test(rate) && Number(rate) > 0
    if (isRead && day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day)) rates.push({ currency, day, rate })
  }
  return rates
}
