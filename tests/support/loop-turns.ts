/** The loop of this thread, turn by turn. */
export interface LoopTurns {
  /** Milliseconds of CPU the longest turn took since the last `reset`. */
  longest(): number
  /** Forgets what was, the turn under way included. */
  reset(): void
  /** The caller's own work, which is not the product's: its CPU is not counted. */
  aside<T>(work: () => T): T
  stop(): void
}

/** No request may hold up all others for longer, in milliseconds on a machine that reads `sample` in `sampleMs`. */
const longestTurnMs = 100
const sampleMs = 4
const sample = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, text: `${at} Wörter` })))

/**
 * Milliseconds of CPU one turn may take on this machine now: cores that are shared do the same work in more of it, so what
 * is compared is the work, not the clock. Never less than on a quiet machine.
 */
export function turnLimit(): number {
  const costs = Array.from({ length: 5 }, () => {
    const before = cpu()
    JSON.parse(sample)
    return cpu() - before
  })
  return Math.round(longestTurnMs * Math.max(1, Math.max(...costs) / sampleMs))
}

/**
 * Counts what each turn of the event loop takes of the CPU, not of the clock: on a machine that is busy with something
 * else a thread waits for its core, and `monitorEventLoopDelay` would blame the product for it. An immediate that is
 * not waited for runs once a turn and keeps neither the loop nor the process going.
 */
export function watchTurns(onTurn: (milliseconds: number) => void = () => {}): LoopTurns {
  let last = cpu()
  let longest = 0
  let next = setImmediate(turn).unref()

  function turn(): void {
    const now = cpu()
    longest = Math.max(longest, now - last)
    onTurn(now - last)
    last = cpu()
    next = setImmediate(turn).unref()
  }

  return {
    // The turn under way counts: it may be the one that takes so long.
    longest: () => Math.max(longest, cpu() - last),
    reset() {
      longest = 0
      last = cpu()
    },
    aside(work) {
      const before = cpu()
      try {
        return work()
      } finally {
        last += cpu() - before
      }
    },
    stop: () => clearImmediate(next),
  }
}

/** Milliseconds of CPU of the longest turn while `work` ran. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const turns = watchTurns()
  try {
    await work()
    return turns.longest()
  } finally {
    turns.stop()
  }
}

/** Milliseconds of CPU that this thread alone has used. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
