import { whenPainted } from './when-painted.ts'

/** Parts of some pages that do more with script: a selector, and what wakes them. Until then they are plain links. */
const parts: readonly (readonly [selector: string, wake: () => Promise<void>])[] = [
  ['[data-slider]', async () => (await import('#kit/media/slider.ts')).wakeSliders()],
  [
    '[data-gallery]',
    async () => (await import('#shop/catalogue/catalogue/ui/gallery/gallery.ts')).prepareGallery(),
  ],
  [
    '[data-buy]',
    async () => (await import('#shop/catalogue/catalogue/ui/offers/buy-bar.ts')).prepareBuyBar(),
  ],
  ['[data-zoom]', async () => (await import('#shop/catalogue/catalogue/ui/gallery/zoom.ts')).prepareZoom()],
  ['[data-app-banner],[data-own]', async () => (await import('../header/offers.ts')).wakeOffers()],
  [
    '[data-share]',
    async () => (await import('#shop/catalogue/catalogue/ui/gallery/share.ts')).prepareShare(),
  ],
]

/** Wakes the parts this page has, once it is painted. A part whose script does not come stays plain. */
export function wakeParts(): void {
  whenPainted(() => {
    for (const [selector, wake] of parts) {
      if (document.querySelector(selector)) wake().catch(() => undefined)
    }
  })
}
