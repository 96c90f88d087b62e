/** Whether something may be passed on: for money, only for nothing, or nobody knows. */
export type Rights = 'clear' | 'non_commercial' | 'unclear'

/** Why something is neither given away nor sold; undefined: it may be. */
export function rightsRefusal(
  rights: Rights,
  { isPaid }: { isPaid: boolean },
): 'rights_unclear' | 'rights_non_commercial' | undefined {
  if (rights === 'unclear') return 'rights_unclear'
  return rights === 'non_commercial' && isPaid ? 'rights_non_commercial' : undefined
}
