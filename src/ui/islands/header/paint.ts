import { type Counted, isLoggedIn } from '#browser/stores/marks.ts'

/** Writes a number into `[data-count="cart"]`; nothing is shown for none. */
export function paintCount(what: Counted, count: number | undefined): void {
  if (count === undefined) return
  for (const badge of document.querySelectorAll<HTMLElement>(`[data-count="${what}"]`)) {
    badge.textContent = count > 99 ? '99+' : String(count)
    badge.hidden = count === 0
  }
}

/** Marks `[data-account]` for a member and names them in its tooltip; the text stays, so that nothing moves. */
export function paintAccount(name: string | undefined): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-account]')) {
    link.toggleAttribute('data-member', isLoggedIn())
    link.title = name ?? ''
  }
}
