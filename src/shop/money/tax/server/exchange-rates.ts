import type { Context, Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { dayAt, isDay } from '#platform/rules/money/day.ts'
import { dayAfter } from '#shop/selling/statistics/rules/whole-months.ts'
import { ratePattern } from '../rules/exchange.ts'
import { findRate, upsertRates } from './queries.ts'

/** Longer no bank is closed in a row. */
const mostDaysApart = 7

/** A euro's worth in a currency on a day (YYYY-MM-DD). */
export interface DayRate {
  day: string
  rate: string
}

/** The job `fetch_exchange_rates`. Without a source it does nothing: rates are entered by hand. @throws without an answer */
export async function fetchRates({ db, exchangeRates }: Deps): Promise<void> {
  if (exchangeRates !== undefined) await upsertRates(db, await exchangeRates.published(), null)
}

/**
 * The rate for what was invoiced on a day: the latest that was published (directive 2006/112/EC, articles 91(2) and 230).
 * Undefined where nobody knows one of the last days: then none is guessed.
 */
export async function rateOfDay(db: Db, currency: string, day: string): Promise<DayRate | undefined> {
  return await findRate(db, { currency, from: dayAfter(day, -mostDaysApart), until: day, which: 'last' })
}

/**
 * The rate for the return of a period, by its last day: that of the day, or of the next day one is published (directive
 * 2006/112/EC, article 366(1)). Undefined while there is none.
 */
export async function rateOfPeriod(db: Db, currency: string, lastDay: string): Promise<DayRate | undefined> {
  return await findRate(db, {
    currency,
    from: lastDay,
    until: dayAfter(lastDay, mostDaysApart),
    which: 'first',
  })
}

/** Enters a published rate by hand; the bank's own word replaces it. @throws ProductError invalid_input */
export async function enterRate(
  context: Context,
  input: { currency: string; day: string; rate: string },
): Promise<void> {
  const { accountId } = requireMember(context)
  const currency = input.currency.trim().toUpperCase()
  const day = input.day.trim()
  const rate = input.rate.trim().replace(',', '.')
  const today = dayAt(new Date(), context.env.booksTimeZone)
  const isRate = ratePattern.test(rate) && Number(rate) > 0
  const fields = {
    ...(/^[A-Z]{3}$/.test(currency) && currency !== 'EUR' ? {} : { currency: 'invalid' as const }),
    ...(isDay(day) && day <= today && day >= '1999-01-04' ? {} : { day: 'invalid' as const }),
    ...(isRate ? {} : { rate: 'invalid' as const }),
  }
  if (Object.keys(fields).length > 0) throw new ProductError('invalid_input', { fields })
  await upsertRates(context.db, [{ currency, day, rate }], accountId)
}
