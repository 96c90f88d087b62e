/** Where a price lies beside what similar materials cost, both ends included; all in cents. */
export function placeOf(
  cents: number,
  { low, high }: { low: number; high: number },
): 'below' | 'within' | 'above' {
  if (cents < low) return 'below'
  return cents > high ? 'above' : 'within'
}
