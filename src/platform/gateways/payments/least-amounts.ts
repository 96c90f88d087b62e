/**
 * The smallest sums Stripe takes, in its smallest unit (docs.stripe.com/currencies, "Minimum and maximum charge amounts"). The
 * sandbox takes no less, so that what is refused in earnest is refused in rehearsal.
 */
const leastAmounts: Readonly<Record<string, number>> = {
  EUR: 50,
  GBP: 30,
  USD: 50,
  CHF: 50,
  PLN: 200,
  MXN: 1000,
}

/** The least that can be paid in a currency; of one without its line, what is asked of most. */
export function leastAmount(currency: string): number {
  return leastAmounts[currency] ?? 50
}
