import { keepCookie } from '#platform/browser/cookies.ts'
import { readStored, writeStored } from '#platform/browser/storage.ts'
import { localCookieDays } from '#platform/limits.ts'
import { choiceCookie } from '#platform/routing/choice.ts'
import { whenPainted } from '../script/when-painted.ts'

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

/** The app promotion goes on request and stays away for 30 days. */
export function dismissAppBanner(): void {
  const banner = document.querySelector<HTMLElement>('[data-app-banner]')
  if (!banner) return
  if (isDismissed('app-banner')) {
    // In sight already: it leaves its place empty, so that nothing moves.
    if (banner.getBoundingClientRect().top < innerHeight) banner.classList.add('app-banner--gone')
    else banner.hidden = true
  }
  banner.querySelector('[data-hide-app-banner]')?.addEventListener('click', () => {
    dismiss('app-banner')
    banner.hidden = true
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

/**
 * Offers the page in the first language of the visitor's list that it exists in, unless that is the one it is in. Never
 * by where somebody is: a journey does not change the language one reads. The choice of worlds itself offers nothing.
 */
export function offerLanguage(): void {
  if (isLanding()) return
  const link = otherLanguage()
  if (!link || isDismissed(languageHint)) return
  whenPainted(() => {
    import('./language-hint.ts')
      .then(({ showLanguageHint }) => showLanguageHint(link, () => dismiss(languageHint)))
      .catch(() => undefined)
  })
}

/** On the choice of worlds the one in the visitor's language stands first, marked. */
export function markOwnWorld(): void {
  if (!isLanding()) return
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-own]')]
  for (const wanted of navigator.languages) {
    const own = links.find(({ hreflang }) => hreflang === wanted.slice(0, 2).toLowerCase())
    if (!own) continue
    const item = own.closest('li')
    item?.parentElement?.prepend(item)
    own.dataset.own = 'true'
    return
  }
}

function isLanding(): boolean {
  return location.pathname === '/'
}

const languageHint = 'language-hint'

/** The page in the language the visitor reads best of those it exists in; nothing when that is this page. */
function otherLanguage(): HTMLLinkElement | undefined {
  for (const wanted of navigator.languages) {
    const lang = wanted.slice(0, 2).toLowerCase()
    if (lang === document.documentElement.lang) return undefined
    const link = document.head.querySelector<HTMLLinkElement>(
      `link[rel="alternate"][hreflang="${CSS.escape(lang)}"]`,
    )
    if (link) return link
  }
  return undefined
}

function isDismissed(name: string): boolean {
  const age = Date.now() - Number(readStored(`dismissed ${name}`) ?? Number.NEGATIVE_INFINITY)
  return age < localCookieDays * dayMs
}

function dismiss(name: string): void {
  writeStored(`dismissed ${name}`, String(Date.now()))
}
