import { dismiss, isDismissed } from './choices.ts'

/** What pages offer beside their own matter, as the visitor wants it. */
export function wakeOffers(): void {
  dismissAppBanner()
  markOwnWorld()
}

/** The app promotion goes on request and stays away for 30 days. */
function dismissAppBanner(): void {
  const banner = document.querySelector<HTMLElement>('[data-app-banner]')
  if (!banner) return
  if (isDismissed('app-banner')) putAway(banner)
  banner.querySelector('[data-hide-app-banner]')?.addEventListener('click', () => {
    dismiss('app-banner')
    banner.hidden = true
  })
}

/** In sight already, a banner leaves its place empty, so that nothing moves. */
export function putAway(banner: HTMLElement): void {
  if (banner.getBoundingClientRect().top < innerHeight) banner.classList.add('app-banner--gone')
  else banner.hidden = true
}

/** On the choice of worlds the one in the visitor's language stands first, marked. */
function markOwnWorld(): void {
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
