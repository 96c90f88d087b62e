import { divideHalfUp, shareOf, splitByLargestRemainder, sumCents } from './money.ts'

/**
 * `single`: one teacher, in all own classes. `additional`: the same, and one colleague more. `school`: all teachers of one
 * school.
 */
export const licences = ['single', 'additional', 'school'] as const
export type Licence = (typeof licences)[number]

/** What one colleague more costs when the author has set nothing, in basis points of the price. */
export const additionalLicenceBp = 9000
/** What the licence for a school costs when the author has set nothing, in basis points of the price. */
export const schoolLicenceBp = 40_000

export interface LicencePrices {
  single: number
  /** For teacher and colleague together. */
  additional: number
  school: number
}

/** What a member has of a material; `colleagues` have a licence besides. */
export interface Held {
  licence: 'single' | 'school'
  colleagues: number
}

interface Priced {
  /** Price of the single licence in cents: the regular one, or today's. */
  price: number
  /** Regular price of the single licence, in cents. */
  regularPrice: number
  /** Set by the author in cents, null for the default. */
  additionalPrice: number | null
  schoolPrice: number | null
}

/**
 * The price of every licence in cents. What the author has set follows a sale in proportion (half-up), so that a sale of
 * 20 % is one of 20 % for all licences. A free material has only the single licence, see `isOffered`.
 */
export function licencePrices({ price, regularPrice, additionalPrice, schoolPrice }: Priced): LicencePrices {
  const set = (cents: number | null, defaultBp: number) =>
    cents === null || regularPrice === 0
      ? shareOf(price, defaultBp)
      : divideHalfUp(BigInt(cents) * BigInt(price), BigInt(regularPrice))
  return {
    single: price,
    additional: price + set(additionalPrice, additionalLicenceBp),
    school: set(schoolPrice, schoolLicenceBp),
  }
}

/** Bundles and free materials have the single licence only. */
export function isOffered(licence: Licence, material: { price: number; isBundle: boolean }): boolean {
  return licence === 'single' || (material.price > 0 && !material.isBundle)
}

/** Whether a licence would give a member anything they do not have. */
export function isWorthBuying(licence: Licence, held: Held | undefined): boolean {
  if (held === undefined) return true
  return held.licence !== 'school' && licence !== 'single'
}

/**
 * What a licence costs a member, in cents: its price less today's price of what they hold. A colleague more costs the
 * same however many there are.
 */
export function licencePriceFor(licence: Licence, prices: LicencePrices, held: Held | undefined): number {
  if (held === undefined) return prices[licence]
  const colleague = prices.additional - prices.single
  if (licence === 'additional') return colleague
  if (licence === 'single') return prices.single
  return Math.max(0, prices.school - prices.single - held.colleagues * colleague)
}

export interface BundlePart {
  /** Today's price of the part alone, in cents. */
  price: number
  isOwned: boolean
}

/**
 * What a bundle costs: its price, and never more than its parts of today cost together, whatever became of their prices
 * since it was set. What is left of it for who owns some is then never more than what is left of the parts.
 */
export function bundlePrice(price: number, parts: readonly Pick<BundlePart, 'price'>[]): number {
  return parts.length === 0 ? price : Math.min(price, sumCents(parts.map((part) => part.price)))
}

/**
 * What a bundle costs somebody who owns some of its parts, in cents: its price less their share of it. The price is split
 * over all parts in proportion to what they cost alone today (largest remainder, so the shares add up to the cent); when
 * all are free, in equal shares.
 */
export function restOfBundle(bundlePrice: number, parts: readonly BundlePart[]): number {
  if (parts.length === 0) return bundlePrice
  const prices = parts.map((part) => part.price)
  const weights = sumCents(prices) === 0 ? prices.map(() => 1) : prices
  const shares = splitByLargestRemainder(bundlePrice, weights)
  return sumCents(shares.filter((_, index) => parts[index]?.isOwned !== true))
}
