/**
 * Buttons beside a list that scrolls sideways. Without script the list is swiped, scrolled or walked by Tab; with it
 * the buttons appear where there is more than fits. Measured by an observer, after layout, so nothing waits for it.
 */
export function wakeSliders(): void {
  const tracks = document.querySelectorAll<HTMLElement>('[data-slider]')
  if (tracks.length === 0 || !('ResizeObserver' in window)) return
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) paint(target as HTMLElement)
  })
  for (const track of tracks) {
    observer.observe(track)
    track.addEventListener('scroll', () => paint(track), { passive: true })
  }
  document.addEventListener('click', handleClick)
}

function buttonsOf(track: HTMLElement): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-slider-for="${track.id}"]`)
}

/** A button at its end stays where the focus is and says that it does nothing. */
function paint(track: HTMLElement): void {
  const box = buttonsOf(track)
  if (!box) return
  const room = track.scrollWidth - track.clientWidth
  box.hidden = room < 8
  const at = Math.abs(track.scrollLeft)
  for (const button of box.querySelectorAll('button')) {
    const isAtEnd = button.dataset.step === '-1' ? at < 4 : at > room - 4
    button.setAttribute('aria-disabled', String(isAtEnd))
  }
}

function handleClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-step]') : null
  const id = button?.closest<HTMLElement>('[data-slider-for]')?.dataset.sliderFor
  const track = id === undefined ? null : document.getElementById(id)
  if (!button || !track) return
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const left = Number(button.dataset.step) * track.clientWidth * 0.8
  track.scrollBy({ left, behavior: isCalm ? 'instant' : 'smooth' })
}
