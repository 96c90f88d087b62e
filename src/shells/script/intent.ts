import { whenPainted } from './when-painted.ts'

/** Runs at the first things a visitor does, who begins to use the page. What a script or a test makes up is none of them. */
export function atFirstIntent(run: () => void): void {
  for (const signal of ['pointerdown', 'wheel', 'keydown'])
    addEventListener(signal, ({ isTrusted }) => isTrusted && whenPainted(run), { once: true, passive: true })
}
