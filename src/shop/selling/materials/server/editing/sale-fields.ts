import type { FieldErrors } from '#platform/errors.ts'
import { minPriceCents } from '#platform/limits.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { dayStart, isDay, nextDay } from '#platform/rules/money/day.ts'
import type { FieldInput, MaterialFields } from '../types.ts'

type Sale = Pick<MaterialFields, 'salePrice' | 'saleFrom' | 'saleUntil'>

const none: Sale = { salePrice: null, saleFrom: null, saleUntil: null }

/** A sale is below the price and ends after it begins; its days are those of the world, the last one included. */
export function readSale(
  { world }: { world: LiveWorldCode },
  input: FieldInput & { price: number },
  problems: FieldErrors,
): Sale {
  const { price, salePrice = null } = input
  if (salePrice === null) return none
  const isLower = salePrice === 0 || (salePrice >= minPriceCents && salePrice < price)
  if (!Number.isInteger(salePrice) || !isLower || price === 0) problems.salePrice = 'invalid'
  const { timeZone } = worldOf(world)
  const from = timeOf(input.saleFrom, (day) => dayStart(day, timeZone))
  const until = timeOf(input.saleUntil, (day) => dayStart(nextDay(day), timeZone))
  if (from === undefined) problems.saleFrom = 'invalid'
  if (until === undefined || (from && until && until <= from)) problems.saleUntil = 'invalid'
  if (problems.salePrice || problems.saleFrom || problems.saleUntil) return none
  return { salePrice, saleFrom: from?.toISOString() ?? null, saleUntil: until?.toISOString() ?? null }
}

/** A day or a moment; undefined for what is neither. Years a calendar has: four digits. */
function timeOf(text: string | null | undefined, ofDay: (day: string) => Date): Date | null | undefined {
  if (text === null || text === undefined || text === '') return null
  if (isDay(text)) return ofDay(text)
  if (!/^20\d{2}-\d{2}-\d{2}T[\d:.]{5,15}(Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at
}
