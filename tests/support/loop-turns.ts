/** The loop of this thread, turn by turn. */
export interface LoopTurns {
  /** Milliseconds of CPU the longest turn took since the last `reset`. */
  longest(): number
  /**
   * Milliseconds of CPU a turn might take since the last `reset`. A core that is shared with others does the same work in
   * more of them: now and then the same text is read, and the slowest time of it says how much more. Never less than on a
   * quiet machine.
   */
  limit(): number
  /** Forgets what was, the turn under way included. */
  reset(): void
  /** The caller's own work, which is not the product's: its CPU is not counted. */
  aside<T>(work: () => T): T
  stop(): void
}

/**
 * No request may hold up all others for longer, in milliseconds on a machine that reads `sample` in `sampleMs`. Thrice what
 * the product aims at: in a test a module is also translated when it is first used, and the runner's heap is collected.
 * Work that grows with the square of its input takes seconds.
 */
const longestTurnMs = 300
const sampleMs = 4
const sample = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, text: `${at} Wörter` })))
const sampledEveryMs = 50

/**
 * Counts what each turn of the event loop takes of the CPU, not of the clock: on a machine that is busy with something
 * else a thread waits for its core, and `monitorEventLoopDelay` would blame the product for it. An immediate that is
 * not waited for runs once a turn and keeps neither the loop nor the process going.
 */
export function watchTurns(onTurn: (milliseconds: number) => void = () => {}): LoopTurns {
  let last = cpu()
  let longest = 0
  let slowest = sampleMs
  let next = setImmediate(turn).unref()
  const sampling = setInterval(() => turns.aside(read), sampledEveryMs).unref()

  function turn(): void {
    const now = cpu()
    longest = Math.max(longest, now - last)
    onTurn(now - last)
    last = cpu()
    next = setImmediate(turn).unref()
  }

  function read(): void {
    const before = cpu()
    JSON.parse(sample)
    slowest = Math.max(slowest, cpu() - before)
  }

  const turns: LoopTurns = {
    // The turn under way counts: it may be the one that takes so long.
    longest: () => Math.max(longest, cpu() - last),
    limit: () => Math.round((longestTurnMs * slowest) / sampleMs),
    reset() {
      longest = 0
      slowest = sampleMs
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
    stop() {
      clearImmediate(next)
      clearInterval(sampling)
    },
  }
  return turns
}

/**
 * Milliseconds of CPU of the longest turn while `work` ran, and what it might be. What takes too long is done up to three
 * times: work that holds the loop up does it each time, a neighbour of the machine does not.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<{ longest: number; limit: number }> {
  const turns = watchTurns()
  try {
    for (let left = 2; ; left--) {
      turns.reset()
      await work()
      const [longest, limit] = [turns.longest(), turns.limit()]
      if (longest <= limit || left === 0) return { longest, limit }
    }
  } finally {
    turns.stop()
  }
}

/** Milliseconds of CPU that this thread alone has used. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
