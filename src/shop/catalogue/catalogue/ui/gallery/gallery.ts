/** Marks the small picture of the page that is seen. Without script each stays a link to its page. */
export function prepareGallery(): void {
  const row = document.querySelector<HTMLElement>('[data-gallery-pages]')
  const thumbs = [...document.querySelectorAll<HTMLAnchorElement>('.gallery__thumb')]
  if (!row || thumbs.length === 0) return
  const pages = [...row.children].filter((page) => page instanceof HTMLElement)
  const show = (current: number) => {
    mark(thumbs, current)
    for (const [index, page] of pages.entries()) leaveToFocus(page, index === current)
  }
  row.addEventListener('scroll', () => show(seenPage(row, pages)), { passive: true })
  show(0)
  // A jump within the row must not move the whole page away from the price.
  for (const [index, thumb] of thumbs.entries()) {
    thumb.addEventListener('click', (event) => {
      const page = pages[index]
      if (!page) return
      event.preventDefault()
      row.scrollTo({ left: placeOf(row, page), behavior: smoothly() })
      show(index)
    })
  }
}

/** Tab reaches the page that is seen only: a browser scrolls what gets the focus into sight, and the cover would be gone. */
function leaveToFocus(page: HTMLElement, isSeen: boolean): void {
  const link = page.querySelector('a')
  if (link) link.tabIndex = isSeen ? 0 : -1
}

/** Where the row stands when a page is in its place: at the beginning where two lie side by side, else in the middle. */
function placeOf(row: HTMLElement, page: HTMLElement): number {
  const { scrollSnapAlign } = getComputedStyle(page)
  if (scrollSnapAlign !== 'start') return page.offsetLeft - (row.clientWidth - page.clientWidth) / 2
  return page.offsetLeft - Number.parseFloat(getComputedStyle(row).scrollPaddingInlineStart)
}

/** The page nearest to its place; at both ends of the row the outermost one, which cannot come there. */
function seenPage(row: HTMLElement, pages: readonly HTMLElement[]): number {
  const end = row.scrollWidth - row.clientWidth
  if (row.scrollLeft <= 2) return 0
  if (row.scrollLeft >= end - 2) return pages.length - 1
  const distances = pages.map((page) => Math.abs(placeOf(row, page) - row.scrollLeft))
  return distances.indexOf(Math.min(...distances))
}

function mark(thumbs: readonly HTMLAnchorElement[], current: number): void {
  for (const [index, thumb] of thumbs.entries()) {
    if ((index === current) === thumb.hasAttribute('aria-current')) continue
    if (index !== current) {
      thumb.removeAttribute('aria-current')
      continue
    }
    thumb.setAttribute('aria-current', 'true')
    const row = thumb.closest('ol')
    row?.scrollTo({
      left: thumb.offsetLeft - (row.clientWidth - thumb.clientWidth) / 2,
      behavior: smoothly(),
    })
  }
}

function smoothly(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}
