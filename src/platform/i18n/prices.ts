import { currencySymbol, isSharedSymbol } from './currencies.ts'

/* Apart from format.ts, which brings the table of worlds: what shows a price in the browser needs none. */

/** Specification 5: above 1, these show whole amounts, rounded down. */
const wholeCurrencies: ReadonlySet<string> = new Set(['ARS', 'COP', 'GTQ', 'CLP', 'MXN'])

/**
 * The amount as the specification (5) writes it in every world: two decimals with a comma, no grouping.
 * `cents` are hundredths of the currency, also for currencies that have no smaller coin.
 * @throws RangeError when `cents` is not an integer; a float here would be a calculation error upstream.
 */
export function formatAmount(cents: number, currency: string): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not an amount in cents: ${cents}`)
  const size = Math.abs(cents)
  const rest = size % 100
  const whole = (size - rest) / 100
  if (cents > 100 && wholeCurrencies.has(currency)) return String(whole)
  return `${cents < 0 ? '-' : ''}${whole},${rest < 10 ? '0' : ''}${rest}`
}

/**
 * Amount and symbol as a shop of that currency writes them: `4,50 €`, kept together by a no-break space, after the rule of
 * the specification (5) for the main worlds. Pounds belong to a further world whose shops write `£4.50`, `-£4.50`.
 */
export function formatPrice(cents: number, currency: string): string {
  if (currency === 'GBP') return `${cents < 0 ? '-' : ''}£${machinePrice(Math.abs(cents), currency)}`
  return `${formatAmount(cents, currency)}\u00a0${currencySymbol(currency)}`
}

/** For invoices and screen readers: a symbol that several currencies share is followed by the code. */
export function formatPriceWithCode(cents: number, currency: string): string {
  const price = formatPrice(cents, currency)
  return isSharedSymbol(currency) ? `${price}\u00a0${currency}` : price
}

/** For JSON-LD and Open Graph: the shown amount with a dot. */
export function machinePrice(cents: number, currency: string): string {
  return formatAmount(cents, currency).replace(',', '.')
}
