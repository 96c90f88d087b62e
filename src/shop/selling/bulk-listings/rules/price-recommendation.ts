import type { PriceRecommendation } from '#shop/selling/materials/rules/bulk-contract.ts'

/** A material of the same kind with the price it was sold at and how often. */
export interface Comparable {
  cents: number
  sales: number
}

export interface Priced {
  currency: string
  pages: number
  hasSolutions: boolean
  isEditable: boolean
  /** Prices of what is in a bundle; empty for a single material. */
  parts: readonly number[]
}

/** Fewer say too little; from so many on they say a lot. */
const enough = 8
const many = 30
const bounds = { low: 99, high: 2999 }
/** In cents: what a sheet costs of which nothing is known, and what makes it dearer. */
const base = { sheet: 60, page: 12, solutions: 50, editable: 75 } as const
const bundleShare = 0.8
const wholeCurrencies = new Set(['ARS', 'COP', 'GTQ', 'CLP', 'MXN'])

/** A price near those that similar materials were bought for; a bundle costs four fifths of its parts. */
export function recommendPrice(material: Priced, comparables: readonly Comparable[]): PriceRecommendation {
  const { currency, parts } = material
  const nice = (cents: number) => nicePrice(cents, currency)
  const n = comparables.length
  if (parts.length > 0) {
    const price = nice(parts.reduce((sum, each) => sum + each, 0) * bundleShare)
    return { currency, price, low: price, high: price, n, confidence: 'medium', reasons: ['bundle'] }
  }
  if (n >= enough) {
    const at = (share: number) => nice(quantile(comparables, share))
    const confidence = n >= many ? 'high' : 'medium'
    return { currency, price: at(0.5), low: at(0.25), high: at(0.75), n, confidence, reasons: ['sold_alike'] }
  }
  const { pages, hasSolutions, isEditable } = material
  const extras = (hasSolutions ? base.solutions : 0) + (isEditable ? base.editable : 0)
  const cents = base.sheet + base.page * pages + extras
  const reasons: PriceRecommendation['reasons'] = ['pages']
  if (hasSolutions) reasons.push('solutions')
  if (isEditable) reasons.push('editable')
  return {
    ...{ currency, price: nice(cents), low: nice(cents * 0.8), high: nice(cents * 1.25) },
    ...{ n, confidence: 'low', reasons },
  }
}

/** The price below which this share of all sales lies: what was bought often counts as often. */
function quantile(comparables: readonly Comparable[], share: number): number {
  const sorted = comparables.toSorted((one, other) => one.cents - other.cents)
  const all = sorted.reduce((sum, { sales }) => sum + sales, 0)
  let passed = 0
  for (const { cents, sales } of sorted) {
    passed += sales
    if (passed >= all * share) return cents
  }
  return sorted.at(-1)?.cents ?? 0
}

/** Within bounds, and ending in a nine as prices do: 2.49, 3.99. */
function nicePrice(cents: number, currency: string): number {
  const within = Math.min(bounds.high, Math.max(bounds.low, cents))
  if (wholeCurrencies.has(currency)) return Math.round(within / 100) * 100
  return Math.min(bounds.high, Math.max(bounds.low, Math.round((within + 1) / 10) * 10 - 1))
}
