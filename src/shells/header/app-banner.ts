import { dismiss, isDismissed } from './choices.ts'

/** The app promotion goes on request and stays away for 30 days. */
export function dismissAppBanner(): void {
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
