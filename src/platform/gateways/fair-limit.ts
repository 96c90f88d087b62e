/** Runs one owner's task when it is that owner's turn. */
export type FairLimit = <T>(owner: string, task: () => Promise<T>) => Promise<T>

interface Pile {
  running: number
  /** When it was served last; 0 is never. */
  turn: number
  waiting: (() => void)[]
}

/**
 * Runs at most `most` tasks at once and at most `perOwner` of one owner. Who waits is served owner by owner, so that a
 * hundred tasks of one delay another's first one by one task at most, and while `perOwner` is below `most` not at all.
 */
export function createFairLimit({ most, perOwner }: { most: number; perOwner: number }): FairLimit {
  const piles = new Map<string, Pile>()
  let running = 0
  let turns = 0

  function start(pile: Pile): void {
    turns += 1
    pile.turn = turns
    pile.running += 1
    running += 1
  }

  function next(): void {
    if (running >= most) return
    const ready = [...piles.values()].filter((pile) => pile.waiting.length > 0 && pile.running < perOwner)
    const pile = ready.reduce<Pile | undefined>(
      (first, each) => (each.turn < (first?.turn ?? Infinity) ? each : first),
      undefined,
    )
    if (pile === undefined) return
    start(pile)
    pile.waiting.shift()?.()
  }

  return async (owner, task) => {
    const pile = piles.get(owner) ?? { running: 0, turn: 0, waiting: [] }
    piles.set(owner, pile)
    if (running < most && pile.running < perOwner) start(pile)
    else await new Promise<void>((resolve) => pile.waiting.push(resolve))
    try {
      return await task()
    } finally {
      pile.running -= 1
      running -= 1
      if (pile.running === 0 && pile.waiting.length === 0) piles.delete(owner)
      next()
    }
  }
}
