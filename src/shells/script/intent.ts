/** Each shows that somebody is there and has begun to use the page. */
const signals = ['pointerdown', 'wheel', 'keydown'] as const

/** Runs once, at the first thing a visitor does. What a script or a test of ours makes up is none. */
export function atFirstIntent(run: () => void): void {
  const heard = new AbortController()
  for (const signal of signals)
    addEventListener(
      signal,
      ({ isTrusted }) => {
        if (!isTrusted) return
        heard.abort()
        run()
      },
      { passive: true, signal: heard.signal },
    )
}
