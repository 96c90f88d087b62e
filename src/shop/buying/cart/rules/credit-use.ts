/**
 * What credit pays of a sum, in cents: as far as it reaches, but so that nothing or at least `leastCents` is left to pay, which is
 * the least a provider takes. What is not used stays the buyer's.
 */
export function creditToUse({
  totalCents,
  creditCents,
  leastCents,
}: {
  totalCents: number
  /** What the buyer could spend. */
  creditCents: number
  leastCents: number
}): number {
  if (creditCents >= totalCents) return totalCents
  return Math.max(0, Math.min(creditCents, totalCents - leastCents))
}

/** Whether something is left to pay that is less than a provider takes. */
export function isTooLittle(dueCents: number, leastCents: number): boolean {
  return dueCents > 0 && dueCents < leastCents
}
