/**
 * Cards in rows with no two that belong together side by side or one below the other, as far as there are enough of them: what
 * lies beside its partner is found without looking.
 */
export function cardsApart<C extends { value: string }>(
  cards: readonly C[],
  partners: Readonly<Record<string, string>>,
  columns: number,
): C[] {
  const laid: (C | undefined)[] = [...cards]
  const isPartner = (card: C | undefined, other: C | undefined) =>
    card !== undefined && other !== undefined && partners[card.value] === other.value
  const meets = (at: number) => {
    const column = at % columns
    const beside = [
      ...(column > 0 ? [at - 1] : []),
      ...(column < columns - 1 ? [at + 1] : []),
      at - columns,
      at + columns,
    ]
    return beside.some((place) => isPartner(laid[at], laid[place]))
  }
  const swap = (one: number, other: number) => {
    const held = laid[one]
    laid[one] = laid[other]
    laid[other] = held
  }
  const troubles = () => laid.filter((_card, at) => meets(at)).length
  for (let at = 0; at < laid.length; at += 1) {
    if (!meets(at)) continue
    const before = troubles()
    for (let other = 0; other < laid.length; other += 1) {
      swap(at, other)
      if (troubles() < before) break
      swap(at, other)
    }
  }
  return laid.flatMap((card) => card ?? [])
}
