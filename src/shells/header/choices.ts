import { keepCookie } from '#platform/browser/cookies.ts'
import { readStored, writeStored } from '#platform/browser/storage.ts'
import { localCookieDays } from '#platform/limits.ts'
import { choiceCookie } from '#platform/routing/choice.ts'

/*
 * What a visitor decided about the page's own offers: which world is theirs, which hints they want no more. Public pages
 * are the same for everybody, so all of this happens here. Without script, banner and links are plain links.
 */

const dayMs = 86_400_000

/** Remembers the world behind `<a data-choice="...">`: from then on `/` leads there. */
export function rememberWorld(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-choice]') : null
    if (link?.dataset.choice) keepCookie(choiceCookie, link.dataset.choice, localCookieDays)
  })
}

/** What editors say on every page goes on request; another text, or the same one written anew, is shown again. */
export function dismissAnnouncement(): void {
  const bar = document.querySelector<HTMLElement>('[data-announcement]')
  if (!bar) return
  const name = `announcement ${bar.dataset.announcement}`
  bar.hidden = isDismissed(name)
  bar.querySelector('[data-hide-announcement]')?.addEventListener('click', () => {
    dismiss(name)
    bar.hidden = true
  })
}

/** Whether the visitor sent this hint away in the last 30 days. */
export function isDismissed(name: string): boolean {
  const age = Date.now() - Number(readStored(`dismissed ${name}`) ?? Number.NEGATIVE_INFINITY)
  return age < localCookieDays * dayMs
}

/** Keeps a hint away for 30 days. */
export function dismiss(name: string): void {
  writeStored(`dismissed ${name}`, String(Date.now()))
}
