import { type Badge, isLoggedIn } from '#platform/browser/session-hints.ts'

/** Writes a number into `[data-count="cart"]`; nothing is shown for none. */
export function paintCount(what: Badge, count: number | undefined): void {
  if (count === undefined) return
  for (const badge of document.querySelectorAll<HTMLElement>(`[data-count="${what}"]`)) {
    badge.textContent = count > 99 ? '99+' : String(count)
    badge.hidden = count === 0
  }
}

/** Says on the page who looks at it: the account menu shows what they need (account-menu.css). */
export function paintVisitor(): void {
  document.documentElement.dataset.visitor = isLoggedIn() ? 'member' : 'stranger'
}
