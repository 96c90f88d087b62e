/**
 * How the C library hands memory out: what a page or a picture needs for a moment goes back to the system when it is free,
 * instead of staying between smaller pieces that live on, and threads share two stocks. Just above the 64 kB that Node takes for
 * each read of a socket. The library reads this before the first line of ours.
 */
const allocation = {
  MALLOC_MMAP_THRESHOLD_: '73728',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '2',
}

/**
 * Starts this process over under the same number with lean allocation, unless it has been said how already; Linux only. What the
 * process starts itself (the database) allocates as it likes.
 */
export function startLean(): void {
  if (process.platform !== 'linux' || process.execve === undefined) return
  const names = Object.keys(allocation)
  const isSaid = names.some((name) => process.env[name] !== undefined)
  if (!isSaid)
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
      ...process.env,
      ...allocation,
    })
  for (const name of names) delete process.env[name]
}
