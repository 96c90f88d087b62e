/** A movement of money by who names it: a payment by its order, a refund or dispute by its own name. */
export interface Movement {
  kind: 'payment' | 'refund' | 'dispute'
  reference: string
  currency: string
  amountCents: number
}

/** Where provider and books disagree; null: that side knows nothing of it. */
export interface Difference {
  kind: Movement['kind']
  reference: string
  currency: string
  providerCents: number | null
  booksCents: number | null
}

/**
 * Every movement that one side has and the other has not, or has with another sum. `isDue` says which movements of the
 * provider's have to be in the books; the others only answer for what the books have.
 */
export function differencesOf(
  provider: readonly Movement[],
  books: readonly Movement[],
  isDue: (movement: Movement) => boolean = () => true,
): Difference[] {
  const [theirs, ours] = [sumsOf(provider), sumsOf(books)]
  const due = new Set(provider.filter(isDue).map(nameOf))
  const names = [...new Set([...due, ...ours.keys()])].toSorted()
  return names.flatMap((name) => {
    const [their, our] = [theirs.get(name), ours.get(name)]
    const one = their ?? our
    // What went out and came back is nothing, to a side that never heard of it, too.
    if (one === undefined || (their?.amountCents ?? 0) === (our?.amountCents ?? 0)) return []
    const { kind, reference, currency } = one
    const sums = { providerCents: their?.amountCents ?? null, booksCents: our?.amountCents ?? null }
    return [{ kind, reference, currency, ...sums }]
  })
}

function nameOf({ kind, reference, currency }: Movement): string {
  return `${kind} ${currency} ${reference}`
}

function sumsOf(movements: readonly Movement[]): Map<string, Movement> {
  const sums = new Map<string, Movement>()
  for (const movement of movements) {
    const name = nameOf(movement)
    const before = sums.get(name)?.amountCents ?? 0
    sums.set(name, { ...movement, amountCents: before + movement.amountCents })
  }
  return sums
}
