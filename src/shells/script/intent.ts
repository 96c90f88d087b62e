import { whenPainted } from './when-painted.ts'

/** Runs at the first things a visitor does, who begins to use the page. What a script or a test makes up is none of them. */
export function atFirstIntent(wake: () => Promise<void>): void {
  for (const signal of ['pointerdown', 'wheel', 'keydown'])
    addEventListener(
      signal,
      ({ isTrusted }) => isTrusted && whenPainted(() => wake().catch(() => undefined)),
      { once: true, passive: true },
    )
}
