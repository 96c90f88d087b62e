import { divideHalfUp } from '#platform/rules/money/money.ts'

/** `0.87655`: what one euro is in a currency, as the European Central Bank publishes it. */
export const ratePattern = /^\d{1,6}(\.\d{1,8})?$/

/**
 * An amount in euro cents at a reference rate, half-up. Both currencies have cents. @throws RangeError for what is no rate
 */
export function toEuroCents(cents: number, rate: string): number {
  if (!ratePattern.test(rate)) throw new RangeError(`${rate} is no rate`)
  const [whole = '', part = ''] = rate.split('.')
  return divideHalfUp(BigInt(cents) * 10n ** 8n, BigInt(whole + part.padEnd(8, '0')))
}
