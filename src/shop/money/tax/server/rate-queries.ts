import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { ExchangeRate } from '#platform/gateways/exchange-rates/exchange-rate-source.ts'

/** What the bank says counts over what was entered by hand. */
export async function upsertRates(
  db: Db,
  rates: readonly ExchangeRate[],
  enteredBy: number | null,
): Promise<void> {
  const columns = [
    rates.map((row) => row.currency),
    rates.map((row) => row.day),
    rates.map((row) => row.rate),
  ]
  await sql`
    insert into exchange_rate (currency, day, rate, entered_by)
    select currency, day, rate, ${enteredBy}::bigint
    from unnest(${columns[0]}::text[], ${columns[1]}::date[], ${columns[2]}::numeric[]) as given (currency, day, rate)
    on conflict (currency, day) do update set rate = excluded.rate, entered_by = excluded.entered_by, entered_at = now()
    where excluded.entered_by is null or exchange_rate.entered_by is not null`.execute(db)
}

/** The first rate from a day on, or the last one up to it, not further away than so many days. */
export async function findRate(
  db: Db,
  input: { currency: string; from: string; until: string; which: 'first' | 'last' },
): Promise<{ day: string; rate: string } | undefined> {
  const { currency, from, until, which } = input
  const order = which === 'first' ? sql`asc` : sql`desc`
  const { rows } = await sql<{ day: string; rate: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, trim_scale(rate)::text as rate from exchange_rate
    where currency = ${currency} and day between ${from}::date and ${until}::date order by day ${order} limit 1`.execute(
    db,
  )
  return rows[0]
}
