/** Sums in integer minor units (cents). Basis points: 10,000 = 100 %. Nothing here ever touches a fraction of a cent. */

const fullBp = 10_000

/**
 * Divides half-up, away from zero, exactly (BigInt inside: gross * 10,000 may pass 2^53).
 * @throws RangeError when `by` is not positive.
 */
export function divideHalfUp(value: bigint, by: bigint): number {
  if (by <= 0n) throw new RangeError(`Cannot divide by ${by}`)
  const size = value < 0n ? -value : value
  const rounded = (2n * size + by) / (2n * by)
  return Number(value < 0n ? -rounded : rounded)
}

/** The tax contained in a gross amount, in cents: gross * rate / (100 % + rate), half-up. */
export function taxContained(grossCents: number, rateBp: number): number {
  return divideHalfUp(BigInt(grossCents) * BigInt(rateBp), BigInt(fullBp + rateBp))
}

/** A share of an amount, in cents, half-up. */
export function shareOf(cents: number, shareBp: number): number {
  return divideHalfUp(BigInt(cents) * BigInt(shareBp), BigInt(fullBp))
}

/**
 * Splits `total` in proportion to `weights` so that the parts add up to `total` to the cent (largest remainder;
 * equal remainders: the earlier part wins). All weights zero: all parts zero but the first, which takes the rest.
 * @throws RangeError for a negative total or weight.
 */
export function splitByLargestRemainder(total: number, weights: readonly number[]): number[] {
  if (total < 0 || weights.some((weight) => weight < 0))
    throw new RangeError('Only amounts of zero or more are split')
  if (weights.length === 0) return []
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? total : 0))
  const exact = weights.map((weight, index) => {
    const product = BigInt(total) * BigInt(weight)
    return { index, part: Number(product / sum), remainder: product % sum }
  })
  const parts = exact.map((each) => each.part)
  const missing = total - parts.reduce((all, part) => all + part, 0)
  const order = exact.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  for (const { index } of order.slice(0, missing)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/** The sum of amounts in cents. */
export function sumCents(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}
