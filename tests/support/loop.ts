/**
 * The longest this thread worked without letting anybody else have a turn, in ms, while `work` ran. Its own processor
 * time is measured, not the clock: a machine that is busy with something else does not count.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  let before = cpuMs()
  const turn = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - before)
    before = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    await work()
  } finally {
    isOver = true
  }
  return longest
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
