/** Opens the pages of a gallery large, over the page; without it each page is a link to its picture. */
export function prepareZoom(): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-zoom]')
  const pages = dialog?.querySelector<HTMLElement>('[data-zoom-pages]')
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-zoom-link]')]
  if (dialog && pages && links.length > 0) prepare(dialog, pages, links)
}

function prepare(box: HTMLDialogElement, list: HTMLElement, links: readonly HTMLAnchorElement[]): void {
  const place = box.querySelector<HTMLElement>('[data-zoom-place]')
  const steps = box.querySelectorAll<HTMLButtonElement>('[data-zoom-step]')
  const larger = box.querySelector<HTMLButtonElement>('[data-zoom-larger]')
  let shown = 0
  // It scrolls, so the keyboard must reach it.
  list.tabIndex = 0

  function fill(): void {
    for (const link of links) {
      const image = link.querySelector('img')
      const page = document.createElement('div')
      const large = new Image(image?.width, image?.height)
      large.loading = 'lazy'
      large.decoding = 'async'
      large.src = link.href
      large.alt = image?.alt ?? ''
      // What is there already stands in for what is on its way.
      if (image?.currentSrc) large.style.backgroundImage = `url("${image.currentSrc}")`
      large.addEventListener('load', () => large.style.removeProperty('background-image'))
      large.addEventListener('click', () => enlarge(!box.hasAttribute('data-larger')))
      page.append(large)
      list.append(page)
    }
  }

  /** As wide as it can be read; a wider page than the screen is moved about. */
  function enlarge(isLarger: boolean): void {
    box.toggleAttribute('data-larger', isLarger)
    larger?.setAttribute('aria-pressed', String(isLarger))
    show(shown, 'instant')
  }

  function tell(index: number): void {
    shown = index
    if (place) place.textContent = `${index + 1} / ${links.length}`
    for (const step of steps) {
      const to = index + Number(step.dataset.zoomStep)
      step.setAttribute('aria-disabled', String(to < 0 || to >= links.length))
    }
  }

  function show(index: number, behavior: ScrollBehavior): void {
    const page = list.children[Math.max(0, Math.min(links.length - 1, index))]
    page?.scrollIntoView({ behavior, inline: 'center', block: 'nearest' })
  }

  function smoothly(): ScrollBehavior {
    return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  }

  for (const [index, link] of links.entries()) {
    link.addEventListener('click', (event) => {
      // A new tab stays a new tab.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      if (list.childElementCount === 0) fill()
      box.showModal()
      list.focus()
      show(index, 'instant')
      tell(index)
    })
  }
  for (const step of steps) {
    step.addEventListener('click', () => show(shown + Number(step.dataset.zoomStep), smoothly()))
  }
  larger?.addEventListener('click', () => enlarge(!box.hasAttribute('data-larger')))
  box.querySelector('[data-zoom-close]')?.addEventListener('click', () => box.close())
  box.addEventListener('click', (event) => {
    if (event.target === box) box.close()
  })
  box.addEventListener('keydown', (event) => {
    const isForward = getComputedStyle(box).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (event.key === 'Home') show(0, smoothly())
    else if (event.key === 'End') show(links.length - 1, smoothly())
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      show(shown + (event.key === isForward ? 1 : -1), smoothly())
    else return
    event.preventDefault()
  })
  list.addEventListener(
    'scroll',
    () => tell(Math.round(Math.abs(list.scrollLeft) / Math.max(1, list.clientWidth))),
    { passive: true },
  )
}
