/** Ids of the tasks that pages of a pupil wait for. */
export function gatesOf(form: HTMLElement | null): string[] {
  return (form?.dataset.roomGates ?? '').split(' ').filter(Boolean)
}

/** The address says which element of a page is shown; what took its place is not known to be meant. */
export function keepSlide(): void {
  if (!location.hash.startsWith('#slide-') || document.querySelector('.slide:target')) return
  const { activeElement } = document
  const { scrollX, scrollY } = window
  location.replace(location.href)
  // Whoever works elsewhere on the page stays there.
  scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
}

/** Number lines: what is chosen on the line is typed, and what is typed is shown on the line. */
export function wakeLines(place: HTMLElement): void {
  for (const line of place.querySelectorAll<HTMLElement>('[data-number-line]')) {
    const range = line.querySelector<HTMLInputElement>('input[type="range"]')
    const typed = line.querySelector<HTMLInputElement>('.number-line__typed')
    if (!range?.hidden || !typed) continue
    range.hidden = false
    const choose = () => {
      if (typed.value === range.value) return
      typed.value = range.value
      typed.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const show = () => {
      const [value, min, max] = [Number(typed.value.replace(',', '.')), Number(range.min), Number(range.max)]
      const isOn = typed.value !== '' && value >= min && value <= max
      range.dataset.empty = String(!isOn)
      if (isOn) range.value = String(value)
      range.setAttribute(
        'aria-valuetext',
        isOn ? `${typed.value} ${range.dataset.unit}`.trim() : (range.dataset.none ?? ''),
      )
    }
    range.addEventListener('input', choose)
    // The thumb may already stand where it is wanted.
    range.addEventListener('pointerup', choose)
    range.addEventListener('keyup', ({ key }) => key !== 'Tab' && key !== 'Shift' && choose())
    typed.addEventListener('input', show)
    show()
  }
}
